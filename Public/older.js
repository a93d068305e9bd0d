// Older messages come in at the top, when one gets there or asks for them. What one reads stays where it is.

import { load } from "./pages.js";
import { messages, prepend } from "./thread.js";

/** How near the top one has to be, in pixels. */
const near = 700;
const selector = "a.older[href*='before=']";
let isLoading = false;
let lastTop = scrollY;

async function more(isAsked) {
    const link = messages.parentElement.querySelector(selector);
    if (!link || isLoading) return;
    isLoading = true;
    link.setAttribute("aria-busy", "true");
    try {
        prepend((await load(link.href)).page);
        // Who pressed the link with a key finds the next one there.
        if (isAsked) messages.parentElement.querySelector(selector)?.focus({ preventScroll: true });
    } catch {
        link.removeAttribute("aria-busy");
        // Who only scrolled is left where they are; who pressed is led there the browser's way.
        if (isAsked) location.assign(link.href);
    } finally {
        isLoading = false;
    }
}

if (messages) {
    document.addEventListener("click", (event) => {
        if (!event.target.closest(selector) || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        more(true);
    });
    addEventListener("scroll", () => {
        const isUpwards = scrollY < lastTop;
        lastTop = scrollY;
        if (isUpwards && messages.getBoundingClientRect().top > -near) more(false);
    }, { passive: true });
}
