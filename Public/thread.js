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
