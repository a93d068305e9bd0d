// The event stream and its reconnection. Used by the shared worker of all tabs, or by a single tab.

const names = ["posted", "changed", "deleted", "conversation", "refresh", "read", "joined", "gone", "typing", "present", "online", "notices", "notifications", "appearance", "draft", "ready"];
/** The first and the longest back-off before reconnecting, in milliseconds. */
const [firstWait, longestWait] = [1_000, 30_000];

/**
 * Whether the event `id` is newer than `last`. The bits above the lowest 36 name the run of the server, at random: ids
 * of different runs can't be compared, and what has just come is newer than what came from a run before.
 */
const isNewer = (id, last) => id > last || run(id) !== run(last);
const run = (id) => id >> 36n;

/** One event stream for several listeners; each gets every event after its last one exactly once. */
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
        // A new listener may need earlier events, and one with other conversations needs more events.
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
        const lasts = [...this.#listeners.values()].map(({ last }) => last);
        // The server has restarted since some of them got their last event: 0 is of no run, so all load again.
        const after = lasts.some((last) => run(last) !== run(lasts[0])) ? 0n : lasts.reduce((a, b) => (a < b ? a : b));
        const query = new URLSearchParams(this.#watched.split(",").filter(Boolean).map((id) => ["watch", id]));
        query.set("after", after);
        const source = new EventSource(`/events?${query}`);
        for (const name of names) source.addEventListener(name, (event) => this.#take(name, event));
        source.onerror = () => this.#broken(source);
        this.#source = source;
    }

    #take(name, { lastEventId, data }) {
        if (name === "ready") this.#wait = firstWait;
        // Transient events have the id of the event before them, or none.
        const isNumbered = !["typing", "present", "online", "notices", "notifications", "appearance", "draft", "ready", "refresh"].includes(name);
        const id = lastEventId ? BigInt(lastEventId) : 0n;
        for (const [listener, state] of this.#listeners) {
            if (isNumbered && !isNewer(id, state.last)) continue;
            if (id && isNewer(id, state.last)) state.last = id;
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

/**
 * A tab that sent nothing for this time was closed, in milliseconds. Browsers may allow a hidden tab only one timer a
 * minute.
 */
const tabTimeout = 180_000;

/** One event stream for all tabs of a browser. */
function share() {
    const lastSeen = new Map();
    const stream = new Stream((port, message) => port.postMessage(message));
    const leave = (port) => {
        lastSeen.delete(port);
        stream.leave(port);
    };
    addEventListener("connect", ({ ports: [port] }) => {
        port.addEventListener("message", ({ data: { watching, last, leaves, retries } }) => {
            lastSeen.set(port, Date.now());
            if (leaves) leave(port);
            else if (retries) stream.retry();
            else if (watching) stream.listen(port, watching, last);
        });
        port.start();
    });
    setInterval(() => {
        for (const [port, moment] of lastSeen) if (Date.now() - moment >= tabTimeout) leave(port);
    }, tabTimeout / 3);
}

if ("SharedWorkerGlobalScope" in globalThis) share();
