// The reading position: a conversation opens at the first unread message, older messages are loaded at the top, a
// button leads back to the end, and the server is told what was seen.

import { form } from "./composer.js";
import { load } from "./pages.js";
import { distanceFromEnd, goToEnd, isNewest, messages, nearEnd, prepend } from "./thread.js";
import { isPlain, make, say } from "./ui.js";

// A conversation opens at the first unread message, or else at its end.

const hasPlace = location.hash && location.hash !== "#latest" && location.hash !== "#composer";
const isFresh = performance.getEntriesByType("navigation")[0]?.type === "navigate";

if (isNewest && isFresh && !hasPlace) {
    const line = document.getElementById("new");
    if (line) line.scrollIntoView({ block: "start", behavior: "instant" });
    else goToEnd();
}

// Older messages are loaded at the top, by scrolling or by the link. The visible messages keep their place.

/** The distance from the top at which they are loaded, in pixels. */
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
        // Users who pressed the link with a key find the next one focused.
        if (isAsked) messages.parentElement.querySelector(selector)?.focus({ preventScroll: true });
    } catch {
        link.removeAttribute("aria-busy");
        // After scrolling, nothing else happens; after a click, the browser follows the link.
        if (isAsked) location.assign(link.href);
    } finally {
        isLoading = false;
    }
}

if (messages) {
    document.addEventListener("click", (event) => {
        if (!event.target.closest(selector) || !isPlain(event)) return;
        event.preventDefault();
        more(true);
    });
    addEventListener("scroll", () => {
        const isUpwards = scrollY < lastTop;
        lastTop = scrollY;
        if (isUpwards && messages.getBoundingClientRect().top > -near) more(false);
    }, { passive: true });
}

// A button back to the end, with the number of new messages, for users who scrolled up.

/** The distance from the end at which the button is shown, in pixels. */
const far = 400;

if (form && isNewest && say("latest")) {
    const button = make("button", { type: "button", className: "jump", hidden: true });
    form.append(button);
    let count = 0;

    const show = () => {
        const isFar = distanceFromEnd() > far;
        if (!isFar) count = 0;
        button.hidden = !isFar;
        button.textContent = count ? say("latest-count", count) : say("latest");
        button.classList.toggle("new", count > 0);
    };
    button.addEventListener("click", () => {
        goToEnd(matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");
        form.elements.text.focus({ preventScroll: true });
    });
    addEventListener("engawa:merged", ({ detail }) => {
        if (!detail.wasAtEnd) count += detail.added.filter((message) => !message.closest(".mine")).length;
        show();
    });
    addEventListener("scroll", show, { passive: true });
    addEventListener("resize", show);
    show();
}

// Tells the server the newest message that has been visible for a moment.

/** How long a message must be visible, in milliseconds. */
const moment = 400;
/** How long the server relies on the script's reports, in seconds. */
const told = 600;
let timer;

// Without scripts, the messages of a page count as read. Here they count when seen.

const secure = location.protocol === "https:" ? "; Secure" : "";
document.cookie = `reading=told; Path=/; Max-Age=${told}; SameSite=Lax${secure}`;

const isInSight = () =>
    document.visibilityState === "visible" && "unread" in messages.dataset && distanceFromEnd() < nearEnd;

async function tell() {
    if (!isInSight()) return;
    const newest = [...messages.querySelectorAll(".message")].at(-1)?.id.slice(2);
    if (!newest) return;
    delete messages.dataset.unread;
    const body = new URLSearchParams({ message: newest });
    try {
        const answer = await fetch(messages.dataset.read, { method: "POST", body, keepalive: true });
        if (!answer.ok) throw new Error(answer.status);
    } catch {
        // Retried at the next scroll.
        messages.dataset.unread = "";
    }
}

function look() {
    clearTimeout(timer);
    if (isInSight()) timer = setTimeout(tell, moment);
}

if (isNewest) {
    for (const happening of ["scroll", "resize", "focus", "pageshow", "engawa:merged"]) addEventListener(happening, look, { passive: true });
    document.addEventListener("visibilitychange", look);
    look();
}
