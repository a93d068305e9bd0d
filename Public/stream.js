// The event stream, and what to do when it breaks off. Used by a worker that all tabs share, or by a tab alone.

const names = ["posted", "changed", "deleted", "conversation", "refresh", "read", "joined", "gone", "typing", "present", "notices", "ready"];
/** The first and the longest wait before the stream is tried again, in milliseconds. */
const [firstWait, longestWait] = [1_000, 30_000];

/** One stream for any number of listeners; each is told what comes after the event that it knows already, once. */
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

    /** A listener shows these conversations, as they were after the event `last`. */
    listen(listener, watching, last) {
        const known = this.#listeners.get(listener);
        this.#listeners.set(listener, { watching, last: known?.last ?? BigInt(last) });
        // Who comes later may have missed what the stream has told; who looks at something else wants more.
        if (!known || this.#watching() !== this.#watched) this.#open();
    }

    leave(listener) {
        this.#listeners.delete(listener);
        if (this.#listeners.size === 0) this.#close();
    }

    /** Tries at once. */
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
        // What passes has the number of the event before it, or none.
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
        // Not all at once when a server comes back.
        const wait = this.#wait * (0.75 + Math.random() / 2);
        this.#wait = Math.min(this.#wait * 2, longestWait);
        this.#timer = setTimeout(() => this.#listeners.size > 0 && this.#open(), wait);
        for (const listener of this.#listeners.keys()) this.tell(listener, { name: "broken", data: { wait } });
    }
}

/** A tab that has said nothing for so long is gone, in milliseconds; a hidden one may speak once a minute only. */
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
