// The columns beside a page on wide screens: the list on its left, which comes with the page or is loaded; beside a
// conversation, on demand members, profiles and search results on its right.

import { countUnread, listPage, refilter } from "./list.js";
import { fieldsOf, hold, load, post } from "./pages.js";
import { isComposing, isPlain, make, makeButton, say } from "./ui.js";

const wide = matchMedia("(min-width: 900px)");
/** How long changes are collected before the list is loaded again, in milliseconds. */
const refreshDelay = 500;
/** How many placeholder rows are shown while the list is loading. */
const placeholders = 7;
/** How far below the visible rows the end of the first rows may be before the others are loaded. */
const loadDistance = "50px";
let aside = document.querySelector(".beside");
let timer;

/** The path of the conversation that the page is about; undefined for other pages. */
const shownPath = () => location.pathname.match(/^\/conversations\/(?!new$)[^/]+/)?.[0];

function createList() {
    aside = make("aside", { className: "beside", "aria-label": say("conversations"), "aria-busy": "true" },
        ...Array.from({ length: placeholders }, () => make("div", { className: "placeholder-row" })));
    document.querySelector(".topbar").after(aside);
}

async function show(isFresh) {
    if (!wide.matches || (aside && !isFresh)) return;
    if (!aside) createList();
    let page;
    try {
        page = (await listPage(isFresh)).cloneNode(true);
        // Throws for any other page: only that of the list has this part.
        page.querySelector(".middle").remove();
    } catch {
        return;
    }
    for (const link of page.querySelectorAll("a.conversation")) {
        if (link.pathname === shownPath()) link.setAttribute("aria-current", "page");
    }
    const [here, there] = [aside, page].map((one) => one.querySelector(".conversations"));
    if (here && there) {
        // Only the part that may have changed, so that the search field keeps its focus.
        here.replaceChildren(...there.children);
        while (here.nextSibling) here.nextSibling.remove();
        while (there.nextSibling) here.parentElement.append(there.nextSibling);
        refilter(here);
    } else {
        draw(page);
    }
    countUnread();
}

function draw(page) {
    const title = page.querySelector(".list-head h1");
    // The page already has an h1.
    title.replaceWith(make("h2", { className: title.className }, title.textContent));
    const list = make("div", { className: "beside-list" }, ...page.querySelector("main").children);
    // The page may have a search field, too.
    list.querySelector("#q").id = list.querySelector("[for=q]").htmlFor = "beside-q";
    aside.replaceChildren(list);
    aside.removeAttribute("aria-busy");
    restore();
}

// The list keeps its scroll position from page to page.

const scrolled = "list-scrolled";
const scroller = () => document.querySelector(".beside-list, .list-page");

function restore() {
    const list = scroller();
    if (!list || !wide.matches) return;
    try {
        list.scrollTop = Number(sessionStorage.getItem(scrolled));
    } catch {
        // Storage may be disabled.
    }
    const row = list.querySelector(".conversation[aria-current]");
    const [box, frame] = [row, list].map((one) => one?.getBoundingClientRect());
    if (row && (box.top < frame.top || box.bottom > frame.bottom)) list.scrollTop += box.top - frame.top - frame.height / 3;
}

/** Tells the server whether there is room for the list, so that a narrow window does not load it with each page. */
function tellWidth() {
    const [secure, age] = [location.protocol === "https:" ? "; Secure" : "", wide.matches ? 0 : 31536000];
    document.cookie = `layout=narrow; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}

tellWidth();
wide.addEventListener("change", tellWidth);
if (document.body.matches(".shell")) {
    restore();
    addEventListener("pagehide", () => {
        try {
            if (wide.matches && scroller()) sessionStorage.setItem(scrolled, scroller().scrollTop);
        } catch {
            // Storage may be disabled.
        }
    });
}

if (document.body.matches(".shell") && !document.querySelector(".list-page")) {
    show();
    // The rows of the page do not have the names that the field finds.
    aside?.querySelector("input")?.addEventListener("focus", () => show(true), { once: true });
    wide.addEventListener("change", () => show());
    // If the page came with the first rows only, this link stands at their end.
    const more = aside?.querySelector(".older[data-unread]");
    if (more) {
        let isFirstCall = true;
        new IntersectionObserver(async ([{ isIntersecting }], observer) => {
            const isAtOpening = isFirstCall;
            isFirstCall = false;
            // The conversation that is open may not be among the first rows.
            if (!isIntersecting && !(isAtOpening && shownPath() && !aside.querySelector("[aria-current]"))) return;
            observer.disconnect();
            await show(true);
            // Later, the user is scrolling.
            if (isAtOpening) restore();
        }, { root: more.parentElement, rootMargin: loadDistance }).observe(more);
    }
    // Only for new rows: `live.js` updates the existing ones.
    addEventListener("engawa:list", () => {
        clearTimeout(timer);
        timer = setTimeout(() => show(true), refreshDelay);
    });
}

/** Whether there is space for both columns; otherwise the details replace the list. */
const hasBothColumns = matchMedia("(min-width: 1180px)");
const panelPages = /^\/(users\/[^/]+|search|conversations\/[^/]+\/members)$/;
let panel;
/** The address of what the panel shows. */
let panelURL;
let panelTimer;
let back;

const opensInPanel = (url) => wide.matches && panelPages.test(url.pathname) && url.origin === location.origin;

function closePanel() {
    panel?.remove();
    document.body.classList.remove("with-details");
    panel = undefined;
    back?.focus({ preventScroll: true });
}

function createPanel() {
    back = document.activeElement;
    panel = make("aside", { className: "details", tabIndex: -1, "aria-label": say("details") },
        make("div", { className: "placeholder-row" }));
    document.querySelector("main").after(panel);
    document.body.classList.add("with-details");
}

/** Shows the page's content in the panel, with a prefix on its ids, because the conversation may have the same ids. */
function drawPanel(page) {
    const content = page.querySelector("main");
    // The list beside the conversation already has a search field, for all conversations.
    if (hasBothColumns.matches) content.querySelector(".search:not(:has([name=in]))")?.remove();
    for (const node of content.querySelectorAll("[id], [for], [aria-describedby], [aria-labelledby]")) {
        for (const name of ["id", "for", "aria-describedby", "aria-labelledby"]) {
            if (node.hasAttribute(name)) node.setAttribute(name, `details-${node.getAttribute(name)}`);
        }
    }
    const heading = content.querySelector("h1") ?? page.querySelector(".heading h1");
    // The panel's title is not repeated.
    content.querySelector("h1, .profile h2")?.remove();
    const button = makeButton("icon-button close", "", closePanel, say("close"));
    const head = make("div", { className: "details-head" }, make("h2", {}, heading.textContent), button);
    panel.replaceChildren(head, ...content.children);
    panel.removeAttribute("aria-busy");
}

/** Loads the members again while they are shown, in the panel or as a page: some were added or removed. */
function refreshMembers(conversation) {
    const path = `/conversations/${conversation}/members`;
    const root = panel ?? document.querySelector("main");
    const url = new URL(panel ? panelURL ?? "" : "", location);
    clearTimeout(panelTimer);
    if (url.pathname === path) panelTimer = setTimeout(async () => {
        const again = () => refreshMembers(conversation);
        // What is being typed or answered there stays until then.
        const busy = root.querySelector("details[open], input:not([type=hidden]):focus");
        if (busy) return busy.addEventListener(busy.open ? "toggle" : "blur", again, { once: true });
        const typed = root.querySelector(".filter input")?.value;
        const { page } = await load(typed ? `${path}?${new URLSearchParams({ q: typed })}` : url).catch(() => ({}));
        if (!page || !root.isConnected) return;
        const focused = document.activeElement;
        if (panel) drawPanel(page);
        else root.replaceChildren(...page.querySelector("main").children);
        if (!focused.isConnected) [...root.querySelectorAll("a, button, summary")].find((one) => one.isEqualNode(focused))?.focus({ preventScroll: true });
    }, refreshDelay);
}

addEventListener("engawa:members", ({ detail }) => refreshMembers(detail.conversation));

async function openPanel(url, request = load(url)) {
    if (!panel) createPanel();
    panel.setAttribute("aria-busy", "true");
    try {
        const answer = await request;
        if (!answer.ok || !opensInPanel(new URL(answer.url))) throw new Error("another page");
        if (!panel) return;
        panelURL = answer.url;
        drawPanel(answer.page);
        panel.focus({ preventScroll: true });
    } catch {
        location.assign(url);
    }
}

if (document.querySelector(".thread")) {
    document.addEventListener("click", (event) => {
        const link = event.target.closest("a[href]");
        if (!link || !isPlain(event) || link.closest("dialog") || !opensInPanel(link)) return;
        event.preventDefault();
        openPanel(link.href);
    });
    document.addEventListener("submit", (event) => {
        const form = event.target;
        const url = new URL(form.getAttribute("action"), location);
        if (form.matches(".search") && opensInPanel(url)) {
            event.preventDefault();
            url.search = new URLSearchParams(fieldsOf(form));
            openPanel(url.href);
        } else if (panel?.contains(form) && /\/members(\/remove)?$/.test(url.pathname) && wide.matches) {
            event.preventDefault();
            const request = post(url.href, fieldsOf(form, event.submitter));
            hold(form, event.submitter);
            // If it redirects to another page, as after leaving, the browser goes there.
            request.then((answer) => answer.ok && opensInPanel(new URL(answer.url)) ? openPanel(answer.url, request) : location.assign(answer.url), () => location.reload());
        }
    });
    addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.defaultPrevented || isComposing(event) || !panel) return;
        if (!document.querySelector("dialog[open]") && (panel.contains(document.activeElement) || document.activeElement === document.body)) closePanel();
    });
}
