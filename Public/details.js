// Where there is room, who takes part, somebody's profile and what was searched for stand at the right of the
// conversation, when asked for.

import { isComposing } from "./composer.js";
import { make } from "./make.js";
import { fieldsOf, load, post } from "./pages.js";
import { hold } from "./waiting.js";
import { say } from "./words.js";

const wide = matchMedia("(scripting: enabled) and (min-width: 900px)");
const places = /^\/(users\/[^/]+|search|conversations\/[^/]+\/members)$/;
let panel;
let back;

const hasPlace = (url) => wide.matches && places.test(url.pathname) && url.origin === location.origin;

function close() {
    panel?.remove();
    document.body.classList.remove("with-details");
    panel = undefined;
    back?.focus({ preventScroll: true });
}

function begin() {
    back = document.activeElement;
    panel = make("aside", { className: "details", tabIndex: -1, "aria-label": say("details") },
        make("div", { className: "placeholder-row" }));
    document.querySelector("main").after(panel);
    document.body.classList.add("with-details");
}

/** What the page shows, in the panel. Its ids become others: the conversation may have the same. */
function draw(page) {
    const content = page.querySelector("main");
    // There is a field to search in beside the conversation already.
    content.querySelector(".search")?.remove();
    for (const node of content.querySelectorAll("[id], [for], [aria-describedby], [aria-labelledby]")) {
        for (const name of ["id", "for", "aria-describedby", "aria-labelledby"]) {
            if (node.hasAttribute(name)) node.setAttribute(name, `details-${node.getAttribute(name)}`);
        }
    }
    const heading = content.querySelector("h1") ?? page.querySelector(".heading h1");
    // What the panel is called is not said once more under it.
    content.querySelector("h1, .profile h2")?.remove();
    const button = make("button", { type: "button", className: "icon-button close", "aria-label": say("close") });
    button.addEventListener("click", close);
    const head = make("div", { className: "details-head" }, make("h2", {}, heading.textContent), button);
    panel.replaceChildren(head, ...content.children);
    panel.removeAttribute("aria-busy");
}

async function open(url, asking = load(url)) {
    if (!panel) begin();
    panel.setAttribute("aria-busy", "true");
    try {
        const answer = await asking;
        if (!answer.ok || !hasPlace(new URL(answer.url))) throw new Error("another page");
        if (!panel) return;
        draw(answer.page);
        panel.focus({ preventScroll: true });
    } catch {
        location.assign(url);
    }
}

if (document.querySelector(".thread")) {
    document.addEventListener("click", (event) => {
        const link = event.target.closest("a[href]");
        if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (link.closest("dialog") || !hasPlace(link)) return;
        event.preventDefault();
        open(link.href);
    });
    document.addEventListener("submit", (event) => {
        const form = event.target;
        const url = new URL(form.getAttribute("action"), location);
        if (form.matches(".search") && hasPlace(url)) {
            event.preventDefault();
            url.search = new URLSearchParams(fieldsOf(form));
            open(url.href);
        } else if (panel?.contains(form) && /\/members(\/remove)?$/.test(url.pathname) && wide.matches) {
            event.preventDefault();
            const asking = post(url.href, fieldsOf(form, event.submitter));
            hold(form, event.submitter);
            // Where it leads elsewhere, as for one who leaves, so does the browser.
            asking.then((answer) => answer.ok && hasPlace(new URL(answer.url)) ? open(answer.url, asking) : location.assign(answer.url), () => location.reload());
        }
    });
    addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.defaultPrevented || isComposing(event) || !panel) return;
        if (!document.querySelector("dialog[open]") && (panel.contains(document.activeElement) || document.activeElement === document.body)) close();
    });
}
