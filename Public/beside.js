// The columns beside a conversation on wide screens: the list on its left; on demand members, profiles and search
// results on its right.

import { countUnread, listPage, refilter } from "./list.js";
import { fieldsOf, hold, load, post } from "./pages.js";
import { isComposing, isPlain, make, say } from "./ui.js";

const wide = matchMedia("(scripting: enabled) and (min-width: 900px)");
/** How long changes are collected before the list is loaded again, in milliseconds. */
const refreshDelay = 500;
/** How many placeholder rows are shown while the list is loading. */
const placeholders = 7;
let aside;
let timer;

/** The path of the conversation that is shown. */
const shownPath = () => `/conversations/${document.querySelector(".messages").dataset.conversation}`;

function createList() {
    aside = make("aside", { className: "beside", "aria-label": say("conversations"), "aria-busy": "true" },
        ...Array.from({ length: placeholders }, () => make("div", { className: "placeholder-row" })));
    document.querySelector(".topbar").after(aside);
}

async function show(isFresh) {
    if (!wide.matches) return;
    if (!aside) createList();
    let page;
    try {
        page = (await listPage(isFresh)).cloneNode(true);
    } catch {
        return;
    }
    for (const link of page.querySelectorAll("a.conversation")) {
        if (link.getAttribute("href").split("#")[0] === shownPath()) link.setAttribute("aria-current", "page");
    }
    const here = aside.querySelector(".conversations");
    const there = page.querySelector(".conversations");
    if (here && there) {
        // Only the part that may have changed, so that the search field keeps its focus.
        here.replaceChildren(...there.children);
        refilter(here);
    } else {
        draw(page);
    }
    countUnread();
}

function draw(page) {
    // The page already has an h1.
    const title = page.querySelector(".list-head h1");
    title?.replaceWith(make("h2", { className: "page-title" }, title.textContent));
    const list = make("div", { className: "beside-list" }, ...page.querySelector("main").children);
    const tabs = page.querySelector(".tabs");
    tabs?.querySelector("[aria-current]")?.removeAttribute("aria-current");
    aside.replaceChildren(list, ...(tabs ? [tabs] : []));
    aside.removeAttribute("aria-busy");
    aside.querySelector(".conversation[aria-current]")?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

if (document.querySelector(".thread")) {
    show();
    wide.addEventListener("change", () => show());
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
    // The list beside the conversation already has a search field.
    if (hasBothColumns.matches) content.querySelector(".search")?.remove();
    for (const node of content.querySelectorAll("[id], [for], [aria-describedby], [aria-labelledby]")) {
        for (const name of ["id", "for", "aria-describedby", "aria-labelledby"]) {
            if (node.hasAttribute(name)) node.setAttribute(name, `details-${node.getAttribute(name)}`);
        }
    }
    const heading = content.querySelector("h1") ?? page.querySelector(".heading h1");
    // The panel's title is not repeated.
    content.querySelector("h1, .profile h2")?.remove();
    const button = make("button", { type: "button", className: "icon-button close", "aria-label": say("close") });
    button.addEventListener("click", closePanel);
    const head = make("div", { className: "details-head" }, make("h2", {}, heading.textContent), button);
    panel.replaceChildren(head, ...content.children);
    panel.removeAttribute("aria-busy");
}

async function openPanel(url, request = load(url)) {
    if (!panel) createPanel();
    panel.setAttribute("aria-busy", "true");
    try {
        const answer = await request;
        if (!answer.ok || !opensInPanel(new URL(answer.url))) throw new Error("another page");
        if (!panel) return;
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
