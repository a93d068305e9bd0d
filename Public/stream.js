// The event stream and its reconnection. Used by the shared worker of all tabs, or by a single tab.

const names = ["posted", "changed", "deleted", "conversation", "refresh", "read", "joined", "order", "gone", "typing", "present", "online", "notices", "notifications", "appearance", "draft", "ready"];
/** The first and the longest back-off before reconnecting, in milliseconds. */
const [firstWait, longestWait] = [1_000, 30_000];

/**
 * A position in the stream is the number of an event, and perhaps after a hyphen the moment up to which everything is
 * known, and after another one what was told lately, by which another server that shares the data can go on.
 */
const number = (position) => BigInt(position.split("-")[0]);
const moment = (position) => Number(position.split("-")[1]);

/**
 * Whether a position is newer than `last`. The bits of the number above the lowest 36 name the run of the server, at
 * random: numbers of different runs can't be compared, and what has just come is newer than what came from another run.
 */
const isNewer = (position, last) => number(position) > number(last) || run(position) !== run(last);
const run = (position) => number(position) >> 36n;

/** After which position a stream has to begin for tabs that know these. */
function earliest(positions) {
    if (positions.every((position) => run(position) === run(positions[0]))) return positions.reduce((a, b) => (number(a) < number(b) ? a : b));
    // Of several servers, or of one that has restarted: 0 is of no run, and without a moment all load again.
    const moments = positions.map(moment);
    return moments.some(isNaN) ? "0" : `0-${Math.min(...moments)}`;
}

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

    /** Adds a listener that shows these conversations, as of the position `last`. */
    listen(listener, watching, last) {
        const known = this.#listeners.get(listener);
        this.#listeners.set(listener, { watching, last: known?.last ?? last });
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
        const query = new URLSearchParams(this.#watched.split(",").filter(Boolean).map((id) => ["watch", id]));
        query.set("after", earliest([...this.#listeners.values()].map(({ last }) => last)));
        const source = new EventSource(`/events?${query}`);
        for (const name of names) source.addEventListener(name, (event) => this.#take(name, event));
        source.onerror = () => this.#broken(source);
        this.#source = source;
    }

    #take(name, { lastEventId, data }) {
        if (name === "ready") this.#wait = firstWait;
        // Transient events have the id of the event before them, or none.
        const isNumbered = !["typing", "present", "online", "notices", "notifications", "appearance", "order", "draft", "ready", "refresh"].includes(name);
        for (const [listener, state] of this.#listeners) {
            const isNews = lastEventId && isNewer(lastEventId, state.last);
            if (isNumbered && !isNews) continue;
            if (isNews) state.last = lastEventId;
            this.tell(listener, { name, id: state.last, data: JSON.parse(data || "{}") });
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
