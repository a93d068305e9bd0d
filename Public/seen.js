// Which messages were seen: the read mark follows them, and never passes one that was not seen.

import { messages } from "./thread.js";

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
const seen = new Set();
const [visible, observed] = [new Map(), new WeakSet()];
const all = () => [...messages.querySelectorAll(".message")];
const isMine = (message) => message.closest(".mine") !== null;

/** Finds where the unread messages begin: at the line above them. */
function locate() {
    const line = messages.querySelector("#new");
    const before = (message) => message.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (line) readUpTo = all().findLast(before)?.id ?? "";
    else readUpTo = "unread" in messages.dataset ? undefined : all().at(-1)?.id ?? "";
}

/** The messages after the last one that counts as read. */
function pending() {
    if (readUpTo === undefined) return [];
    const list = all();
    return list.slice(readUpTo ? list.findIndex((message) => message.id === readUpTo) + 1 : 0);
}

/** The first message that was not seen, if it is on the page. */
export const firstUnread = () => pending().find((message) => !isMine(message));

/** How many messages above the visible ones were not seen, as a text; "" if there are none. */
export function unreadAbove() {
    if (readUpTo === undefined) return messages.dataset.unread ?? "";
    const left = pending().filter((message) => !isMine(message));
    if (!left.length || left[0].getBoundingClientRect().bottom > 0) return "";
    return messages.dataset.page === "newest" ? String(left.length) : messages.dataset.unread ?? String(left.length);
}

/** Whether messages after the line were seen already, or there is no line. */
export const isMoved = () => !messages.querySelector("#new") || seen.has(readUpTo);

/** All messages count as read. */
export function markAll() {
    delete messages.dataset.unread;
    messages.querySelector("#new")?.remove();
    locate();
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
    seen.add(target.closest(".message").id);
    advance();
}

function advance() {
    const from = readUpTo;
    for (const message of pending()) {
        if (!seen.has(message.id) && !isMine(message)) break;
        readUpTo = message.id;
        // One's own messages do not count as unread.
        if (!isMine(message)) mark = message.id;
    }
    if (readUpTo === from) return;
    dispatchEvent(new Event("engawa:seen"));
    if (mark !== reported) schedule();
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
    const message = document.getElementById(mark);
    if (!message || mark === reported) return;
    const before = reported;
    reported = mark;
    const at = new URL(message.querySelector(".more").href).searchParams.get("at");
    const body = new URLSearchParams({ message: mark.slice(2), at });
    try {
        const answer = await fetch(messages.dataset.read, { method: "POST", body, keepalive: true });
        if (!answer.ok) throw new Error(answer.status);
    } catch {
        // Retried when the next message is seen.
        reported = before ?? "";
    }
}

/** Watches the messages that were not seen yet. */
function watch() {
    for (const message of pending()) {
        const end = message.querySelector(".message-foot");
        if (!end || observed.has(end) || seen.has(message.id) || isMine(message)) continue;
        observed.add(end);
        observer.observe(end);
    }
    advance();
}

if (messages) {
    locate();
    watch();
    const changed = () => {
        if (readUpTo && !document.getElementById(readUpTo)) locate();
        watch();
    };
    addEventListener("engawa:merged", changed);
    addEventListener("engawa:page", () => {
        locate();
        watch();
    });
    addEventListener("engawa:more", ({ detail }) => {
        if (!detail.hadLine) locate();
        watch();
    });
    addEventListener("engawa:read", ({ detail }) => {
        if (detail.count === 0) delete messages.dataset.unread;
        else if (readUpTo === undefined) messages.dataset.unread = detail.count > 99 ? "99+" : String(detail.count);
    });
    document.addEventListener("visibilitychange", () => {
        if (document.visibilityState !== "visible") return;
        for (const [target, timer] of visible) {
            clearTimeout(timer);
            visible.set(target, setTimeout(take, visibleTime, target));
        }
    });
}
