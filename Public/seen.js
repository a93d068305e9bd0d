// Which messages were seen: the read mark follows them, and never passes one that was not seen.

import { momentOf } from "./prune.js";
import { messages, path } from "./scroll.js";
import { lastMessage } from "./thread.js";

/** How long a message must be visible, in milliseconds. Less than what passes by while somebody scrolls and reads. */
const visibleTime = 250;
/** The shortest time between two reports, in milliseconds. */
const reportInterval = 1_000;
/** How long the cookie below is valid, in seconds: where scripts are disabled meanwhile, pages remove it. */
const cookieLifetime = 31_536_000;

// Without this cookie, the server marks the messages of a page as read when it sends the page.

const secure = location.protocol === "https:" ? "; Secure" : "";
document.cookie = `reading=told; Path=/; Max-Age=${cookieLifetime}; SameSite=Lax${secure}`;

/** The id of the last message that counts as read; "" before the first; undefined if the unread ones begin above. */
let readUpTo;
/** The messages after it, in their order: their ids, and whether they are one's own. */
const waiting = new Map();
/** The messages that were seen last, and when they were sent: by this the server finds them. */
const seen = new Map();
const maximumSeen = 1_000;
const [visible, observed] = [new Map(), new WeakSet()];
const all = () => [...messages.querySelectorAll(".message")];
const isMine = (message) => message.closest(".mine") !== null;
const others = () => [...waiting].filter(([, isMine]) => !isMine);

/** Finds where the unread messages begin: at the line above them. */
function locate() {
    const line = messages.querySelector("#new");
    const before = (message) => message.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (line) readUpTo = all().findLast(before)?.id ?? "";
    else readUpTo = "unread" in messages.dataset ? undefined : all().at(-1)?.id ?? "";
}

/** Watches the messages after the last one that counts as read. */
function rescan() {
    waiting.clear();
    if (readUpTo === undefined) return;
    const list = all();
    for (const message of list.slice(list.findIndex(({ id }) => id === readUpTo) + 1)) wait(message);
    advance();
}

function wait(message) {
    waiting.set(message.id, isMine(message));
    const end = message.querySelector(".message-foot");
    if (!end || observed.has(end) || seen.has(message.id) || isMine(message)) return;
    observed.add(end);
    observer.observe(end);
}

/** The first message that was not seen, if it is on the page. */
export const firstUnread = () => document.getElementById(others()[0]?.[0]);

const told = (count) => (count > 99 ? "99+" : String(count));

/** How many messages above the visible ones were not seen, as a text; "" if there are none. */
export function unreadAbove() {
    if (readUpTo === undefined) return messages.dataset.unread ?? "";
    const left = others();
    if (!left.length || document.getElementById(left[0][0])?.getBoundingClientRect().bottom > 0) return "";
    return messages.dataset.page === "newest" ? String(left.length) : messages.dataset.unread ?? String(left.length);
}

/** Whether messages after the line were seen already, or there is no line. */
export const isMoved = () => !messages.querySelector("#new") || seen.has(readUpTo);

/** All messages count as read. */
export function markAll() {
    delete messages.dataset.unread;
    messages.querySelector("#new")?.remove();
    locate();
    waiting.clear();
    dispatchEvent(new Event("engawa:seen"));
}

const observer = messages && new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
        const message = target.closest(".message");
        clearTimeout(visible.get(target));
        visible.delete(target);
        if (isIntersecting && message) visible.set(target, setTimeout(take, visibleTime, target));
    }
});

/** The end of a message has been visible for a while. */
function take(target) {
    visible.set(target, undefined);
    if (document.visibilityState !== "visible" || !target.isConnected) return;
    observer.unobserve(target);
    visible.delete(target);
    const message = target.closest(".message");
    seen.set(message.id, momentOf(message));
    if (seen.size > maximumSeen) seen.delete(seen.keys().next().value);
    advance();
}

function advance() {
    const from = readUpTo;
    for (const [id, isMine] of waiting) {
        if (!isMine && !seen.has(id)) break;
        waiting.delete(id);
        readUpTo = id;
        // One's own messages do not count as unread.
        if (!isMine) mark = id;
    }
    if (readUpTo === from) return;
    dispatchEvent(new Event("engawa:seen"));
    if (mark !== reported) schedule();
}

/** Messages were removed from the page that may not have been seen. */
function leave(isAbove) {
    const isHere = (id) => document.getElementById(id) !== null;
    const unread = others().length;
    if (isAbove) {
        const [first] = waiting.keys();
        if (first === undefined || isHere(first)) return;
        messages.dataset.unread = told(unread);
        readUpTo = undefined;
        waiting.clear();
    } else {
        for (const id of [...waiting.keys()]) if (!isHere(id)) waiting.delete(id);
        if (others().length < unread) messages.dataset.unread = told(unread);
        if (readUpTo && !isHere(readUpTo)) readUpTo = lastMessage().id;
    }
}

let timer;
/** The message to report, and the one that was reported last. */
let mark;
let reported;

function schedule() {
    timer ??= setTimeout(report, reported === undefined ? 0 : reportInterval);
}

async function report() {
    timer = undefined;
    if (mark === reported) return;
    const before = reported;
    reported = mark;
    const body = new URLSearchParams({ message: mark.slice(2), at: seen.get(mark) });
    try {
        const answer = await fetch(`${path}/read`, { method: "POST", body, keepalive: true });
        if (!answer.ok) throw new Error(answer.status);
    } catch {
        // Retried when the next message is seen.
        reported = before ?? "";
    }
}

if (messages) {
    locate();
    rescan();
    addEventListener("engawa:merged", ({ detail: { added, isAtEnd } }) => {
        if (!isAtEnd) {
            if (readUpTo && !document.getElementById(readUpTo)) locate();
            return rescan();
        }
        if (readUpTo === undefined) {
            const count = added.filter((message) => !isMine(message)).length + Number(messages.dataset.unread ?? 0);
            // Not a number where there were more than are counted.
            if (count) messages.dataset.unread = told(count);
            return;
        }
        added.forEach(wait);
        leave(true);
        advance();
    });
    addEventListener("engawa:replaced", ({ detail: { message } }) => waiting.has(message.id) && wait(message));
    addEventListener("engawa:removed", ({ detail: { id } }) => {
        waiting.delete(id);
        advance();
    });
    addEventListener("engawa:pruned", ({ detail: { isAbove } }) => leave(isAbove));
    addEventListener("engawa:page", () => {
        locate();
        rescan();
    });
    addEventListener("engawa:more", ({ detail: { hadLine, isOlder } }) => {
        if (!(isOlder && readUpTo) && (!hadLine || readUpTo === "")) locate();
        rescan();
    });
    addEventListener("engawa:read", ({ detail }) => {
        if (detail.count === 0) delete messages.dataset.unread;
        else if (readUpTo === undefined) messages.dataset.unread = told(detail.count);
    });
    document.addEventListener("visibilitychange", () => {
        if (document.visibilityState !== "visible") return;
        for (const [target, timer] of visible) {
            clearTimeout(timer);
            visible.set(target, setTimeout(take, visibleTime, target));
        }
    });
}
