// The scroll position: a conversation opens at the first unread message, older messages are loaded at the top, a button
// scrolls back to the end, and the server is told which messages were seen.

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

// Older messages are loaded at the top when the user scrolls there or follows the link. Visible messages do not move.

/** The distance from the top at which older messages are loaded, in pixels. */
const loadDistance = 700;
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
        // Keeps the focus for users who activated the link with a key.
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
        if (isUpwards && messages.getBoundingClientRect().top > -loadDistance) more(false);
    }, { passive: true });
}

// A button back to the end, with the number of new messages, for users who scrolled up.

/** The distance from the end from which on the button is shown, in pixels. */
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

// Reports the newest message that has been visible for a while.

/** How long a message must be visible, in milliseconds. */
const visibleTime = 400;
/** How long the cookie below is valid, in seconds. */
const cookieLifetime = 600;
let timer;

// Without this cookie, the server marks the messages of a page as read when it sends the page.

const secure = location.protocol === "https:" ? "; Secure" : "";
document.cookie = `reading=told; Path=/; Max-Age=${cookieLifetime}; SameSite=Lax${secure}`;

const isInSight = () =>
    document.visibilityState === "visible" && "unread" in messages.dataset && distanceFromEnd() < nearEnd;

async function report() {
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

function scheduleReport() {
    clearTimeout(timer);
    if (isInSight()) timer = setTimeout(report, visibleTime);
}

if (isNewest) {
    for (const happening of ["scroll", "resize", "focus", "pageshow", "engawa:merged"]) addEventListener(happening, scheduleReport, { passive: true });
    document.addEventListener("visibilitychange", scheduleReport);
    scheduleReport();
}
