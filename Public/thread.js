// The messages of the page: inserts newer and older ones, and replaces changed ones.

import { announce } from "./announce.js";
import { prune } from "./prune.js";
import { distanceFromEnd, firstVisible, goToEnd, isAtEnd, keepingInPlace, messages, nearEnd } from "./scroll.js";
import { make, say } from "./ui.js";

/** Whether the page shows the newest messages, rather than older ones only. */
export let isNewest = messages?.dataset.page === "newest";

const list = (page) => page.querySelector(".messages");

/** Removes messages where there are too many: then the page may not be the newest any more. */
function limit(isAtEnd) {
    prune(isAtEnd);
    isNewest = messages.dataset.page === "newest";
}
/** The last message of the page. */
export function lastMessage() {
    for (let node = messages.lastElementChild; node; node = node.previousElementSibling) {
        let message = node.querySelector(".bubbles")?.lastElementChild;
        while (message?.matches(".tombstone")) message = message.previousElementSibling;
        if (message?.matches(".message")) return message;
    }
}

const idsHere = () => new Set([...messages.querySelectorAll(".message")].map((message) => message.id));

/** Replaces the newest messages by those of `page`, if it is the newest page. Older messages stay. */
export function mergeNewest(page) {
    if (!isNewest || list(page)?.dataset.page !== "newest") return false;
    const known = idsHere();
    const wasAtEnd = distanceFromEnd() < nearEnd;
    const fresh = [...list(page).children];
    const first = fresh.find((node) => node.querySelector(".message"));
    const here = first && document.getElementById(first.querySelector(".message").id);
    if (here && messages.contains(here)) {
        replaceFrom(here, first, fresh);
    } else {
        // The pages have no message in common, so there may be messages between them.
        messages.replaceChildren(...fresh);
        replaceBeginning(page);
    }
    takeUnread(page);
    const added = [...messages.querySelectorAll(".message")].filter((message) => !known.has(message.id));
    for (const message of added) message.classList.add("arrived");
    limit(wasAtEnd);
    announce(added);
    if (wasAtEnd) goToEnd();
    dispatchEvent(new CustomEvent("engawa:merged", { detail: { added, wasAtEnd } }));
    return true;
}

/** `here` is the first message of the group `first` in `fresh`: from it on, `fresh` replaces the page. */
function replaceFrom(here, first, fresh) {
    let start = here.closest(".messages > *");
    let index = fresh.indexOf(first);
    const earlier = [...start.querySelectorAll(".message")].filter(
        (message) => here.compareDocumentPosition(message) & Node.DOCUMENT_POSITION_PRECEDING);
    if (earlier.length > 0) {
        // The new page begins in the middle of a group on this page.
        const bubbles = here.parentElement;
        while (bubbles.lastChild !== earlier.at(-1)) bubbles.lastChild.remove();
        bubbles.append(...first.querySelectorAll(".message"));
        start = start.nextElementSibling;
        index += 1;
    }
    // Unchanged messages keep their elements, and so the focus.
    while (start && fresh[index]?.isEqualNode(start)) {
        start = start.nextElementSibling;
        index += 1;
    }
    while (start) {
        const next = start.nextElementSibling;
        start.remove();
        start = next;
    }
    messages.append(...fresh.slice(index));
}

/** Copies the link to older messages, or the text at the beginning, from another page. */
function replaceBeginning(page) {
    const here = messages.previousElementSibling;
    const there = list(page)?.previousElementSibling;
    if (here && there) here.replaceWith(there);
}

/** Copies the number of unread messages from another page. */
function takeUnread(page) {
    const { unread } = list(page).dataset;
    if (unread === undefined) delete messages.dataset.unread;
    else messages.dataset.unread = unread;
}

/** The links to newer messages. */
const endOf = (page) => [...page.querySelectorAll(".thread > .newer, .thread > .latest")];

function replaceEnd(page) {
    for (const link of endOf(document)) link.remove();
    messages.after(...endOf(page));
    messages.dataset.page = list(page).dataset.page;
    isNewest = messages.dataset.page === "newest";
}

/** Shows the messages of another page of the conversation instead. */
export function showPage(page) {
    messages.replaceChildren(...list(page).children);
    replaceBeginning(page);
    replaceEnd(page);
    takeUnread(page);
    dispatchEvent(new Event("engawa:page"));
}

/** The content of another page without the messages that are here, and without a second line above unread ones. */
function without(page) {
    const known = idsHere();
    const there = list(page);
    for (const message of there.querySelectorAll(".message")) if (known.has(message.id)) message.remove();
    for (const group of there.querySelectorAll(".group")) if (!group.querySelector(".message")) group.remove();
    if (messages.querySelector("#new")) there.querySelector("#new")?.remove();
    return there;
}

/** Adds the messages of the next page at the end. */
export function append(page) {
    const newer = without(page);
    const day = newer.querySelector("h2.day");
    const hadLine = messages.querySelector("#new") !== null;
    if (day && day === newer.firstElementChild
        && [...messages.querySelectorAll("h2.day")].at(-1)?.textContent === day.textContent) day.remove();
    messages.append(...newer.children);
    replaceEnd(page);
    takeUnread(page);
    limit();
    dispatchEvent(new CustomEvent("engawa:more", { detail: { hadLine } }));
}

/** Inserts the messages of an older page at the top, without moving the visible ones. */
export function prepend(page) {
    const older = without(page);
    const hadLine = messages.querySelector("#new") !== null;
    const day = [...older.querySelectorAll("h2.day")].at(-1);
    const first = messages.firstElementChild;
    const anchor = messages.querySelector(".message") ?? messages;
    keepingInPlace(() => anchor, () => {
        if (first?.matches("h2.day") && first.textContent === day?.textContent) first.remove();
        replaceBeginning(page);
        messages.prepend(...older.children);
    });
    limit();
    dispatchEvent(new CustomEvent("engawa:more", { detail: { hadLine, isOlder: true } }));
}

/** Messages of one author further apart than this begin a new group, in milliseconds. */
const groupSpan = 5 * 60_000;
/** A group grows to so many messages: browsers lay out a whole group when one is added. */
const maximumGroup = 20;

/** The elements of a server-rendered HTML fragment. */
export function elements(html) {
    return [...new DOMParser().parseFromString(html, "text/html").body.children];
}

/** Calls `change`, and keeps the scroll position: at the end, or else that of the first visible message. */
export function keepingPosition(change) {
    const wasAtEnd = isNewest && distanceFromEnd() < nearEnd;
    const seen = messages && !wasAtEnd && firstVisible();
    if (wasAtEnd || !seen) change();
    else keepingInPlace(() => document.getElementById(seen.id) ?? seen, change);
    if (wasAtEnd) goToEnd();
    return wasAtEnd;
}

/** Returns a function that moves the focus from a button of the message to the same button of its replacement. */
export function keepFocus(id) {
    const focused = document.activeElement;
    if (!document.getElementById(id)?.contains(focused)) return () => {};
    const { value } = focused;
    const isWhole = focused.id === id;
    const names = isWhole ? ["role", "aria-label", "tabindex"].map((name) => [name, focused.getAttribute(name)]) : [];
    return () => {
        const message = document.getElementById(id);
        for (const [name, value] of names) message?.setAttribute(name, value);
        if (isWhole) return message?.focus({ preventScroll: true });
        const same = [...(message?.querySelectorAll("button") ?? [])].find((button) => button.value === value);
        (same ?? message?.querySelector(".more"))?.focus({ preventScroll: true });
    };
}

/**
 * Replaces the message with the id of `there`; returns whether there was one.
 * @param parts selectors of the parts that are replaced, where they are not the same; all of it otherwise
 */
export function replaceMessage(there, parts) {
    const here = document.getElementById(there.id);
    if (!here) return false;
    let node = there;
    const restoreFocus = keepFocus(here.id);
    keepingPosition(() => {
        if (!parts) return here.replaceWith(node);
        for (const part of parts) {
            const [old, now] = [here, there].map((one) => one.querySelector(`:scope > ${part}`));
            if (!now) old?.replaceWith();
            else if (!old) {
                if (now.matches(".preview")) here.querySelector(".bubble").append(now);
                else here.querySelector(":scope > .reactions, :scope > .replies, :scope > .message-foot").before(now);
            }
            else if (!old.isEqualNode(now)) old.replaceWith(now);
        }
        node = here;
    });
    restoreFocus();
    dispatchEvent(new CustomEvent("engawa:replaced", { detail: { message: node } }));
    return true;
}

/** Removes the message `id` ("m-…"), and its group if it becomes empty. */
export function removeMessage(id) {
    const here = document.getElementById(id);
    if (!here) return;
    const group = here.closest(".group");
    keepingPosition(() => {
        const time = here.querySelector(".message-foot > .time");
        const last = here.previousElementSibling;
        here.remove();
        if (!group?.querySelector(".message")) group?.remove();
        // The last message of a group shows the time.
        else if (time && last?.matches(".message")) last.querySelector(".message-foot").prepend(time);
    });
    dispatchEvent(new CustomEvent("engawa:removed", { detail: { id } }));
}

/** Shows instead of a message that it was deleted, as long as the page is open. */
export function bury(message) {
    keepingPosition(() => {
        message.classList.add("tombstone");
        message.querySelector(".bubble").replaceChildren(make("p", { className: "text" }, say("tombstone")));
        // Not `remove`: a form's buttons are its properties, and one has that name.
        for (const form of message.querySelectorAll(".poll, .reactions")) form.replaceWith();
    });
    dispatchEvent(new CustomEvent("engawa:removed", { detail: { id: message.id } }));
}

/** Messages that follow each other faster than this do not rise, in milliseconds: an animation costs many frames. */
const calm = 1_000;
let lastArrival = -calm;

/**
 * Adds new messages at the end, with one insertion. Each is a list of its elements on a page: the day, a separator above
 * new messages if there is one, and the group or the event. A message that is already here is replaced.
 */
export function placeMessages(arrivals, wasAtEnd = isAtEnd()) {
    if (!isNewest) return;
    const fresh = new DocumentFragment();
    const added = [];
    const last = () => fresh.lastElementChild ?? messages.lastElementChild;
    for (const nodes of arrivals) {
        const message = nodes.map((node) => node.querySelector(".message")).find((one) => one);
        if (message && replaceMessage(message)) continue;
        for (const node of nodes) {
            if (node.matches("h2.day") && lastDay(fresh) === node.textContent) continue;
            if (node.matches(".new-messages") && document.getElementById("new")) continue;
            if (!node.matches(".group") || !joinGroup(last(), node)) fresh.append(node);
        }
        if (message) added.push(message);
    }
    messages.append(fresh);
    if (performance.now() - lastArrival >= calm) for (const message of added) message.classList.add("arrived");
    lastArrival = performance.now();
    limit(wasAtEnd);
    announce(added);
    if (wasAtEnd) goToEnd();
    dispatchEvent(new CustomEvent("engawa:merged", { detail: { added, wasAtEnd, isAtEnd: true } }));
}

/** The text of the last day above the end of `fresh`, which follows the messages. */
function lastDay(fresh) {
    for (const part of [fresh, messages]) {
        for (let node = part.lastElementChild; node; node = node.previousElementSibling) {
            if (node.matches("h2.day")) return node.textContent;
        }
    }
}

/** Adds the message of `group` to the group `last`, if both have the same author and are close in time. */
function joinGroup(last, group) {
    if (!last?.matches(".group") || last.classList.contains("mine") !== group.classList.contains("mine")) return false;
    if (last.querySelectorAll(".message").length >= maximumGroup) return false;
    const author = (one) => one.querySelector(".author a")?.pathname;
    const times = [last, group].map((one) =>
        one.querySelector(".bubbles").lastElementChild.querySelector(".message-foot > .time"));
    if (author(last) !== author(group) || times.some((time) => !time)) return false;
    if (Date.parse(times[1].dateTime) - Date.parse(times[0].dateTime) > groupSpan) return false;
    times[0].remove();
    last.querySelector(".bubbles").append(...group.querySelectorAll(".message"));
    return true;
}
