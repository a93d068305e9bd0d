// The place in a conversation is kept with the entry of the browser's history, for a page that is loaded again: its
// messages may be others than those that were shown.

import { load } from "./pages.js";
import { distanceFromEnd, isNewest, messages, nearEnd, showPage } from "./thread.js";

/** How long after the last scrolling the place is kept, in milliseconds. */
const keepDelay = 200;
let timer;

/** The address of the page of a message, from its menu. */
const addressOf = (message) => message.querySelector(".more").href.split("#")[0];

function keep() {
    const isAtEnd = isNewest && distanceFromEnd() < nearEnd;
    const first = !isAtEnd && [...messages.querySelectorAll(".message")].find((one) => one.getBoundingClientRect().bottom > 0);
    const place = first ? { id: first.id, address: addressOf(first), top: first.getBoundingClientRect().top } : null;
    history.replaceState({ ...history.state, place }, "");
}

function scrollTo({ id, top }) {
    const message = document.getElementById(id);
    if (message) scrollBy({ top: message.getBoundingClientRect().top - top, behavior: "instant" });
    return message !== null;
}

/** Returns to the place where the page was left; returns whether there is one. */
export function restore() {
    const place = history.state?.place;
    if (!place) return false;
    // The browser's own position counts pixels of other messages.
    history.scrollRestoration = "manual";
    if (!scrollTo(place)) {
        load(place.address).then(({ page }) => {
            if (!page.getElementById(place.id)) return;
            page.getElementById("actions")?.remove();
            showPage(page);
            scrollTo(place);
        }, () => {});
    }
    return true;
}

if (messages) {
    addEventListener("scroll", () => {
        clearTimeout(timer);
        timer = setTimeout(keep, keepDelay);
    }, { passive: true });
    // Not at `pagehide`: it would evict the page from the back/forward cache.
    addEventListener("beforeunload", keep);
}
