// The "…" of a message opens what can be done to it right there: the panel of the message's own page, as a menu.

import { change } from "./changes.js";
import { make } from "./make.js";
import { load } from "./pages.js";
import { reply } from "./reply.js";
import { openSheet } from "./sheet.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

document.addEventListener("click", (event) => {
    const link = event.target.closest("a.more");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link);
});

async function open(link) {
    if (link.hasAttribute("aria-busy")) return;
    link.setAttribute("aria-busy", "true");
    try {
        const { page } = await load(link.href);
        show(document.adoptNode(page.querySelector(".actions")), link);
    } catch {
        location.assign(link.href);
    } finally {
        link.removeAttribute("aria-busy");
    }
}

function show(panel, link) {
    const label = panel.getAttribute("aria-label");
    const permalink = panel.querySelector("input[readonly]")?.value ?? link.href;
    panel.querySelector("input[readonly]")?.remove();
    panel.querySelector("label[for=permalink]")?.remove();
    // A section with a name would be a landmark within a window of the same name.
    const content = make("div", { className: "menu-items" }, ...panel.children);
    const more = make("button", {
        type: "button", className: "emoji more-emoji", title: say("more-emoji"), "aria-label": say("more-emoji"),
    }, "＋");
    content.querySelector(".emoji-grid")?.append(more);
    const copy = make("button", { type: "button", className: "button quiet" }, say("copy-link"));
    content.querySelector(".action-row")?.append(copy);

    const dialog = openSheet(content, { label, kind: "menu", anchor: link, back: link });
    content.querySelector("button")?.focus();

    copy.addEventListener("click", async () => {
        const isCopied = await copyText(permalink, dialog);
        dialog.close();
        toast(say(isCopied ? "link-copied" : "failed"));
    });
    more.addEventListener("click", async () => {
        const url = content.querySelector(".picker").getAttribute("action");
        dialog.close();
        const { pick } = await import("./picker.js");
        const emoji = await pick(link);
        if (emoji) change(url, [["add", emoji]]);
    });
    dialog.addEventListener("click", (event) => {
        const answer = event.target.closest("a[href*='reply=']");
        if (!answer || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        dialog.close();
        reply(answer.href);
    });
    // Once its form has been taken by whoever sends it.
    dialog.addEventListener("submit", () => setTimeout(() => dialog.close()));
    dialog.addEventListener("keydown", move);
}

/** The arrow keys lead from one item to the next. */
function move(event) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll("button, a[href], summary")];
    const items = all.filter((item) => item.getClientRects().length > 0);
    items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
}

/** Over plain http there is no clipboard but the old way: to select and copy. */
async function copyText(text, host) {
    if (navigator.clipboard) {
        try {
            await navigator.clipboard.writeText(text);
            return true;
        } catch {
            // Not allowed: the old way then.
        }
    }
    const field = make("textarea", { value: text, className: "unseen" });
    host.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
}
