// The event stream and its reconnection. Used by the shared worker of all tabs, or by a single tab.

const names = ["posted", "changed", "deleted", "conversation", "refresh", "read", "joined", "gone", "typing", "present", "notices", "ready"];
/** The first and the longest back-off before reconnecting, in milliseconds. */
const [firstWait, longestWait] = [1_000, 30_000];

/** One stream for any number of listeners; each gets every event after its last one, once. */
export class Stream {
    #listeners = new Map();
    #source;
    #timer;
    #wait = firstWait;
    #watched = "";

    /** @param tell called with (listener, message) */
    constructor(tell) {
        this.tell = tell;
    }

    /** Adds a listener that shows these conversations, as of the event `last`. */
    listen(listener, watching, last) {
        const known = this.#listeners.get(listener);
        this.#listeners.set(listener, { watching, last: known?.last ?? BigInt(last) });
        // A later listener may have missed events; one with other conversations needs more events.
        if (!known || this.#watching() !== this.#watched) this.#open();
    }

    leave(listener) {
        this.#listeners.delete(listener);
        if (this.#listeners.size === 0) this.#close();
    }

    /** Reconnects at once. */
    retry() {
        if (this.#timer && this.#listeners.size > 0) this.#open();
    }

    #watching() {
        return [...new Set([...this.#listeners.values()].flatMap(({ watching }) => watching))].sort().join(",");
    }

    #close() {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#source?.close();
    }

    #open() {
        this.#close();
        this.#watched = this.#watching();
        const after = [...this.#listeners.values()].map(({ last }) => last).reduce((a, b) => (a < b ? a : b));
        const query = new URLSearchParams(this.#watched.split(",").filter(Boolean).map((id) => ["watch", id]));
        query.set("after", after);
        const source = new EventSource(`/events?${query}`);
        for (const name of names) source.addEventListener(name, (event) => this.#take(name, event));
        source.onerror = () => this.#broken(source);
        this.#source = source;
    }

    #take(name, { lastEventId, data }) {
        if (name === "ready") this.#wait = firstWait;
        // Transient events have the number of the event before them, or none.
        const isKept = !["typing", "present", "notices", "ready", "refresh"].includes(name);
        const id = lastEventId ? BigInt(lastEventId) : 0n;
        for (const [listener, state] of this.#listeners) {
            if (isKept && id <= state.last) continue;
            if (id > state.last) state.last = id;
            this.tell(listener, { name, id: String(state.last), data: JSON.parse(data || "{}") });
        }
    }

    #broken(source) {
        if (source !== this.#source) return;
        source.close();
        clearTimeout(this.#timer);
        // Jitter, so that not all clients reconnect at once.
        const wait = this.#wait * (0.75 + Math.random() / 2);
        this.#wait = Math.min(this.#wait * 2, longestWait);
        this.#timer = setTimeout(() => this.#listeners.size > 0 && this.#open(), wait);
        for (const listener of this.#listeners.keys()) this.tell(listener, { name: "broken", data: { wait } });
    }
}

/** A tab that was silent this long is closed, in milliseconds; a hidden tab may send once a minute only. */
const patience = 180_000;

/** One event stream for all tabs of a browser. */
function share() {
    const heard = new Map();
    const stream = new Stream((port, message) => port.postMessage(message));
    const leave = (port) => {
        heard.delete(port);
        stream.leave(port);
    };
    addEventListener("connect", ({ ports: [port] }) => {
        port.addEventListener("message", ({ data: { watching, last, leaves, retries } }) => {
            heard.set(port, Date.now());
            if (leaves) leave(port);
            else if (retries) stream.retry();
            else if (watching) stream.listen(port, watching, last);
        });
        port.start();
    });
    setInterval(() => {
        for (const [port, moment] of heard) if (Date.now() - moment >= patience) leave(port);
    }, patience / 3);
}

if ("SharedWorkerGlobalScope" in globalThis) share();
