// Where there is room, the list of conversations stands beside the one that is open.

import { listPage } from "./conversations.js";
import { refilter } from "./filter.js";
import { countUnread } from "./fragments.js";
import { make } from "./make.js";
import { say } from "./words.js";

const wide = matchMedia("(scripting: enabled) and (min-width: 900px)");
/** How long changes are gathered before the list is asked for again, in milliseconds. */
const pause = 500;
/** How many rows stand for the list while it is on its way. */
const placeholders = 7;
let aside;
let timer;

function begin() {
    aside = make("aside", { className: "beside", "aria-label": say("conversations"), "aria-busy": "true" },
        ...Array.from({ length: placeholders }, () => make("div", { className: "placeholder-row" })));
    document.querySelector(".topbar").after(aside);
}

async function show(isFresh) {
    if (!wide.matches) return;
    if (!aside) begin();
    let page;
    try {
        page = (await listPage(isFresh)).cloneNode(true);
    } catch {
        return;
    }
    for (const link of page.querySelectorAll("a.conversation")) {
        if (link.getAttribute("href").split("#")[0] === location.pathname) link.setAttribute("aria-current", "page");
    }
    const here = aside.querySelector(".conversations");
    const there = page.querySelector(".conversations");
    if (here && there) {
        // Only what may have changed: who types in the field above goes on typing.
        here.replaceChildren(...there.children);
        refilter(here);
    } else {
        draw(page);
    }
    countUnread();
}

function draw(page) {
    // The page has its first heading already.
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
    for (const happening of ["engawa:merged", "engawa:read", "engawa:list"]) {
        addEventListener(happening, () => {
            clearTimeout(timer);
            timer = setTimeout(() => show(true), pause);
        });
    }
}
