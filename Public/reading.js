// The scroll position: a conversation opens at the first unread message, older and newer messages are loaded where the
// user scrolls to, and buttons lead to the first unread message and to the end.

import { form } from "./composer.js";
import { load, post } from "./pages.js";
import { momentOf } from "./prune.js";
import { firstUnread, isMoved, markAll, unreadAbove } from "./seen.js";
import { showNewest } from "./send.js";
import { distanceFromEnd, firstVisible, goToEnd, messages, nearEnd, path } from "./scroll.js";
import { append, isNewest, keepingPosition, prepend, showPage } from "./thread.js";
import { authorOf, isPlain, make, say, textOf, update } from "./ui.js";

/** How long a message that a link leads to is lit, in milliseconds. */
const pointedFor = 2_000;
const line = () => document.getElementById("new");

/** Scrolls to the first unread message, or else to the end. */
function goToUnread() {
    const first = isMoved() ? firstUnread() : line();
    if (first) first.scrollIntoView({ block: "start", behavior: "instant" });
    else goToEnd();
}

// The place is kept with the entry of the browser's history, for a page that is loaded again: its messages may be others
// than those that were shown.

/** How long after the last scrolling the place is kept, in milliseconds. */
const keepDelay = 200;
let keepTimer;

function keep() {
    const isAtEnd = isNewest && distanceFromEnd() < nearEnd;
    const first = !isAtEnd && firstVisible();
    const place = first ? { id: first.id, moment: momentOf(first), top: first.getBoundingClientRect().top } : null;
    // At the end there is no place. An entry that says so already is not written again with each message.
    if (place || history.state?.place) history.replaceState({ ...history.state, place }, "");
}

function returnTo({ id, top }) {
    const message = document.getElementById(id);
    if (message) scrollBy({ top: message.getBoundingClientRect().top - top, behavior: "instant" });
    return message !== null;
}

/** Returns to the place where the page was left; returns whether there is one. */
function restore() {
    const place = history.state?.place;
    if (!place) return false;
    // The browser's own position counts pixels of other messages.
    history.scrollRestoration = "manual";
    if (!returnTo(place)) {
        // The page begins with the message, and has enough below it to scroll there.
        load(`${path}?from=${place.moment}`).then(({ page }) => {
            showPage(page);
            if (!returnTo(place)) scrollTo(0, 0);
        }, () => {});
    }
    return true;
}

if (messages) {
    addEventListener("scroll", () => {
        clearTimeout(keepTimer);
        keepTimer = setTimeout(keep, keepDelay);
    }, { passive: true });
    // Not at `pagehide`: it would evict the page from the back/forward cache.
    addEventListener("beforeunload", keep);
}

// A conversation opens at the first unread message, or else at its end; a page that is loaded again, where it was.

/** Scrolls to a message and lights it for a moment. */
export function point(message) {
    message.scrollIntoView({ block: "center", behavior: "instant" });
    message.classList.add("pointed");
    setTimeout(() => message.classList.remove("pointed"), pointedFor);
}

const hasPlace = location.hash && !["#latest", "#new", "#composer"].includes(location.hash);

if (messages && !restore() && !hasPlace) {
    const isAsked = location.search.includes("at=newest") || location.hash === "#composer";
    if (isNewest && isAsked) goToEnd();
    else if (isNewest || line()) goToUnread();
}

// The page of a message shows it in its conversation; its actions are a menu.

document.querySelector(".thread #actions")?.remove();
messages?.classList.remove("has-actions");
const target = hasPlace && messages && document.getElementById(location.hash.slice(1));
if (target && !history.state?.place) point(target);

// A link to a message on the page, such as the original of a reply, leads there.

document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href*='/messages/']");
    if (!link || !isPlain(event) || !messages || link.matches(".more") || link.closest("dialog")) return;
    const message = link.pathname.startsWith(`${path}/messages/`) && document.getElementById(link.hash.slice(1));
    if (!message || !messages.contains(message)) return;
    event.preventDefault();
    point(message);
    message.querySelector(".more")?.focus({ preventScroll: true });
});

// Older messages are loaded at the top and newer ones at the end, when the user scrolls there or follows the link.
// Visible messages do not move.

/** The distance from the top or the end at which more messages are loaded, in pixels. */
const loadDistance = 700;
const [olderLink, newerLink] = ["a.older[href*='before=']", "a.newer"];
let isLoading = false;
let lastTop = scrollY;

async function more(selector, insert, isAsked) {
    const link = messages.parentElement.querySelector(selector);
    if (!link || isLoading) return;
    isLoading = true;
    link.setAttribute("aria-busy", "true");
    try {
        insert((await load(link.href)).page);
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

function follow(event, selector, action) {
    const link = event.target.closest(selector);
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    action(link);
}

async function goToNewest() {
    if (!isNewest) await showNewest();
    goToEnd();
}

if (messages) {
    document.addEventListener("click", (event) => {
        follow(event, olderLink, () => more(olderLink, prepend, true));
        follow(event, newerLink, () => more(newerLink, append, true));
        follow(event, ".thread > a.latest", (link) => goToNewest().catch(() => location.assign(link.href)));
    });
    const below = () => distanceFromEnd() < loadDistance && more(newerLink, append, false);
    addEventListener("scroll", () => {
        const isUpwards = scrollY < lastTop;
        lastTop = scrollY;
        if (isUpwards && messages.getBoundingClientRect().top > -loadDistance) more(olderLink, prepend, false);
        if (!isUpwards) below();
    }, { passive: true });
    below();
}

// A button back to the end, with the number of new messages, for users who scrolled up.

/** The distance from the end from which on the button is shown, in pixels. */
const far = 400;

if (form && messages && say("latest")) {
    const button = make("button", { type: "button", className: "jump", hidden: true });
    form.append(button);
    let count = 0;

    const show = () => {
        const isFar = !isNewest || distanceFromEnd() > far;
        if (!isFar) count = 0;
        update(button, "hidden", !isFar);
        update(button, "textContent", count ? say("latest-count", count) : say("latest"));
        button.classList.toggle("new", count > 0);
    };
    button.addEventListener("click", async () => {
        form.elements.text.focus({ preventScroll: true });
        await goToNewest().catch(() => location.assign(`${path}?at=newest#latest`));
    });
    addEventListener("engawa:merged", ({ detail }) => {
        if (!detail.wasAtEnd) count += detail.added.filter((message) => !message.closest(".mine")).length;
        show();
    });
    addEventListener("engawa:below", () => {
        count += 1;
        show();
    });
    for (const happening of ["scroll", "resize", "engawa:page", "engawa:more"]) addEventListener(happening, show, { passive: true });
    show();
}

// The bar that leads up to the first unread message.

const bar = document.querySelector(".unread-bar");

if (bar) {
    const link = bar.querySelector("a");
    const show = () => {
        const count = unreadAbove();
        update(bar, "hidden", !count);
        if (count) update(link, "textContent", say("unread-above", count));
    };
    link.addEventListener("click", async (event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        if (!firstUnread()) {
            try {
                showPage((await load(path)).page);
            } catch {
                return location.assign(link.href);
            }
        }
        goToUnread();
    });
    bar.querySelector("form").addEventListener("submit", (event) => {
        event.preventDefault();
        event.stopPropagation();
        const fields = [...new FormData(event.target)];
        const newest = isNewest && [...messages.querySelectorAll(".message")].at(-1)?.id.slice(2);
        if (newest) fields[0] = ["message", newest];
        post(`${path}/read`, fields).then(({ ok }) => ok && markAll(), () => {});
    });
    for (const happening of ["scroll", "resize", "engawa:seen", "engawa:page", "engawa:more", "engawa:merged", "engawa:read"]) addEventListener(happening, show, { passive: true });
    show();
}

// A link to a message, in the text of another one, is shown as a quote of that message.

/** The length of the excerpt, in UTF-16 code units. */
const excerptLength = 120;
const permalink = /^\/conversations\/[^/]+\/messages\/([^/]+)$/;
const looked = new WeakSet();

/** The message that a link leads to, from this page or its own; undefined if the user can't read it. */
async function findMessage(link) {
    const id = `m-${link.pathname.match(permalink)[1]}`;
    const here = document.getElementById(id);
    if (here) return here;
    const { page } = await load(link.href).catch(() => ({}));
    return page?.getElementById(id);
}

async function quote(link) {
    const message = await findMessage(link);
    const bubble = link.closest(".bubble");
    if (!message || !bubble) return;
    const author = authorOf(message);
    const text = textOf(message).slice(0, excerptLength);
    const card = make("a", { className: "quote linked", href: link.href },
        make("span", { className: "quote-author" }, make("bdi", {}, author)),
        make("span", { className: "quote-text" }, make("bdi", {}, text)));
    card.hash ||= message.id;
    keepingPosition(() => {
        bubble.append(card);
        // A message of nothing but the link shows the quote alone.
        const host = link.closest(".text");
        if (host.textContent.trim() === link.textContent) host.hidden = true;
    });
}

const observer = messages && new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        quote(target);
    }
});

function look(parts) {
    for (const link of parts.flatMap((part) => [...part.querySelectorAll(".text a[href*='/conversations/']")])) {
        if (looked.has(link) || link.origin !== location.origin || !permalink.test(link.pathname)) continue;
        looked.add(link);
        observer.observe(link);
    }
}

if (messages) {
    look([messages]);
    addEventListener("engawa:merged", ({ detail }) => look(detail.added));
    addEventListener("engawa:replaced", ({ detail }) => look([detail.message]));
    for (const happening of ["engawa:page", "engawa:more"]) addEventListener(happening, () => look([messages]));
}
