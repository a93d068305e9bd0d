// The messages on the page, and how newer or older ones come in without the page being loaded again.

export const messages = document.querySelector(".messages");
/** Whether the newest messages are here; not so on a page further back. */
export const isNewest = messages?.dataset.page === "newest";

const list = (page) => page.querySelector(".messages");
const scroller = document.scrollingElement;
/** Who is as near as this to the end, in pixels, is kept there. */
export const nearEnd = 120;

/** How far the reader is from the end, in pixels. */
export const distanceFromEnd = () => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;

export function goToEnd(behavior = "instant") {
    scroller.scrollTo({ top: scroller.scrollHeight, behavior });
}

/** Changes the page while what `anchor` gives, before and after, stays where it is on the screen. */
export function holding(anchor, change) {
    const before = anchor().getBoundingClientRect().top;
    scroller.style.overflowAnchor = "none";
    change();
    const after = anchor();
    if (after.isConnected) scroller.scrollBy({ top: after.getBoundingClientRect().top - before, behavior: "instant" });
    scroller.style.overflowAnchor = "";
}

const adopt = (nodes) => nodes.map((node) => document.adoptNode(node));
const idsHere = () => new Set([...messages.querySelectorAll(".message")].map((message) => message.id));

/** The newest messages as the server has them now take the place of what is here. Older ones stay. */
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
        // Nothing in common: so much is new that what is between is not known here.
        messages.replaceChildren(...adopt(fresh));
        replaceBeginning(page);
    }
    if ("unread" in list(page).dataset) messages.dataset.unread = "";
    const added = [...messages.querySelectorAll(".message")].filter((message) => !known.has(message.id));
    for (const message of added) message.classList.add("arrived");
    if (wasAtEnd) goToEnd();
    dispatchEvent(new CustomEvent("engawa:merged", { detail: { added, wasAtEnd } }));
    return true;
}

/** `here` and the first message of the group `first`, one of `fresh`, are the same: from it on `fresh` counts. */
function replaceFrom(here, first, fresh) {
    let start = here.closest(".messages > *");
    let index = fresh.indexOf(first);
    const earlier = [...start.querySelectorAll(".message")].filter(
        (message) => here.compareDocumentPosition(message) & Node.DOCUMENT_POSITION_PRECEDING);
    if (earlier.length > 0) {
        // The page begins in the middle of a group that is here.
        const bubbles = here.parentElement;
        while (bubbles.lastChild !== earlier.at(-1)) bubbles.lastChild.remove();
        bubbles.append(...adopt([...first.querySelectorAll(".message")]));
        start = start.nextElementSibling;
        index += 1;
    } else {
        while (index > 0 && start.previousElementSibling?.isEqualNode(fresh[index - 1])) {
            start = start.previousElementSibling;
            index -= 1;
        }
    }
    // What is the same stays the same element: whoever is in it is not thrown out.
    while (start && fresh[index]?.isEqualNode(start)) {
        start = start.nextElementSibling;
        index += 1;
    }
    while (start) {
        const next = start.nextElementSibling;
        start.remove();
        start = next;
    }
    messages.append(...adopt(fresh.slice(index)));
}

/** The link to older messages, or the words at the beginning, as another page has them. */
function replaceBeginning(page) {
    const here = messages.previousElementSibling;
    const there = list(page)?.previousElementSibling;
    if (here && there) here.replaceWith(document.adoptNode(there));
}

/** Puts an older page before what is here. Nothing moves on the screen. */
export function prepend(page) {
    const known = idsHere();
    const older = list(page);
    for (const message of older.querySelectorAll(".message")) if (known.has(message.id)) message.remove();
    for (const group of older.querySelectorAll(".group")) if (!group.querySelector(".message")) group.remove();
    const day = [...older.querySelectorAll("h2.day")].at(-1);
    const first = messages.firstElementChild;
    const anchor = messages.querySelector(".message") ?? messages;
    holding(() => anchor, () => {
        if (first?.matches("h2.day") && first.textContent === day?.textContent) first.remove();
        replaceBeginning(page);
        messages.prepend(...adopt([...older.children]));
    });
}

/** Messages of one author further apart than this begin a new group, in milliseconds. */
const groupSpan = 5 * 60_000;

/** The elements of a piece of HTML that the server wrote. */
export function elements(html) {
    return [...new DOMParser().parseFromString(html, "text/html").body.children].map((one) => document.adoptNode(one));
}

/** Changes the messages so that whoever is at the end stays there, and for anyone else nothing moves. */
function changing(change) {
    const wasAtEnd = isNewest && distanceFromEnd() < nearEnd;
    const seen = [...(messages?.querySelectorAll(".message") ?? [])].find((one) => one.getBoundingClientRect().bottom > 0);
    if (wasAtEnd || !seen) change();
    else holding(() => document.getElementById(seen.id) ?? seen, change);
    if (wasAtEnd) goToEnd();
    return wasAtEnd;
}

/** Whoever is at a button of the message gets, when what this returns is called, to the same button of the one that takes its place. */
export function keepFocus(id) {
    const focused = document.activeElement;
    if (!document.getElementById(id)?.contains(focused)) return () => {};
    const { value } = focused;
    return () => {
        const message = document.getElementById(id);
        const same = [...(message?.querySelectorAll("button") ?? [])].find((button) => button.value === value);
        (same ?? message?.querySelector(".more"))?.focus({ preventScroll: true });
    };
}

/** `there` takes the place of the message that has its id. Whether there was one. */
export function replaceMessage(there) {
    const here = document.getElementById(there.id);
    if (!here) return false;
    const node = document.adoptNode(there);
    const restoreFocus = keepFocus(here.id);
    changing(() => here.replaceWith(node));
    restoreFocus();
    return true;
}

/** Takes the message `id` ("m-…") away, and its group where it was the only one. */
export function removeMessage(id) {
    const here = document.getElementById(id);
    if (!here) return;
    const group = here.closest(".group");
    changing(() => {
        const time = here.querySelector(".message-foot > .time");
        const last = here.previousElementSibling;
        here.remove();
        if (!group?.querySelector(".message")) group?.remove();
        // The time stands under the last one of a group.
        else if (time && last?.matches(".message")) last.querySelector(".message-foot").prepend(time);
    });
}

/**
 * Puts a new message at the end. `nodes` are what a page has for it: the day, where it says so a line above what is
 * new, and the group or the event. One that is here already is replaced.
 */
export function placeMessage(nodes) {
    if (!isNewest) return;
    const fresh = nodes.map((node) => document.adoptNode(node));
    const message = fresh.map((node) => node.querySelector(".message")).find((one) => one);
    if (message && replaceMessage(message)) return;
    const wasAtEnd = changing(() => {
        const days = messages.querySelectorAll("h2.day");
        for (const node of fresh) {
            if (node.matches("h2.day") && node.textContent === [...days].at(-1)?.textContent) continue;
            if (node.matches(".new-messages") && document.getElementById("new")) continue;
            if (!node.matches(".group") || !joins(node)) messages.append(node);
        }
    });
    message?.classList.add("arrived");
    if (message && !message.closest(".mine")) messages.dataset.unread = "";
    dispatchEvent(new CustomEvent("engawa:merged", { detail: { added: message ? [message] : [], wasAtEnd } }));
}

/** Adds the message of `group` to the last group, where both are of one author and not far apart. */
function joins(group) {
    const last = messages.lastElementChild;
    if (!last?.matches(".group") || last.classList.contains("mine") !== group.classList.contains("mine")) return false;
    const author = (one) => one.querySelector(".author a")?.pathname;
    const times = [last, group].map((one) => [...one.querySelectorAll(".message-foot > .time")].at(-1));
    if (author(last) !== author(group) || times.some((time) => !time)) return false;
    if (Date.parse(times[1].dateTime) - Date.parse(times[0].dateTime) > groupSpan) return false;
    times[0].remove();
    last.querySelector(".bubbles").append(...group.querySelectorAll(".message"));
    return true;
}
