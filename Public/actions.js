// Actions on a message, without loading another page.

import { isSending } from "./composer.js";
import { fieldsOf, hold, isSignIn, load, post, release, submitNatively } from "./pages.js";
import { icon, makeEntry } from "./icons.js";
import { reply } from "./send.js";
import { forward, select } from "./select.js";
import { keepFocus, mergeNewest, removeMessage, replaceMessage } from "./thread.js";
import { copyText, counted, isPlain, make, makeButton, openSheet, say, toast } from "./ui.js";

// Reactions, bookmarks and deletions: the script sends the form, and the message from the response replaces the one
// on the page.

const pattern = /^\/conversations\/[^/]+\/messages\/([^/]+)\/(reactions|bookmark|delete|unread|preview|edit|pin)$/;

document.addEventListener("submit", (event) => {
    const form = event.target;
    const url = form.getAttribute("action");
    if (event.defaultPrevented || !url || !pattern.test(new URL(url, location).pathname)) return;
    event.preventDefault();
    const { submitter } = event;
    const [, id, kind] = new URL(url, location).pathname.match(pattern);
    const isInThread = document.getElementById(`m-${id}`)?.closest(".messages");
    if (kind === "delete" && isInThread) return deleteLater([{ url, fields: fieldsOf(form, submitter), id: `m-${id}` }]);
    const work = change(url, fieldsOf(form, submitter));
    hold(form, submitter);
    work.finally(() => {
        release(form);
        // A disabled button loses the focus.
        if (document.activeElement === document.body) submitter?.focus({ preventScroll: true });
    });
});

/** Posts a change of a message and shows the result; returns whether it could. */
export async function change(url, fields) {
    const [, id, kind] = new URL(url, location).pathname.match(pattern);
    const restoreFocus = keepFocus(`m-${id}`);
    let answer;
    try {
        answer = await post(url, fields);
    } catch {
        return toast(say("failed"));
    }
    if (!answer.ok || isSignIn(answer)) return submitNatively(url, fields);
    try {
        await showChange(answer, `m-${id}`, kind, Object.fromEntries(fields));
        restoreFocus();
        return true;
    } catch {
        location.assign(answer.url);
    }
}

async function showChange({ url, page }, id, kind, fields) {
    const isOwnPage = document.getElementById("actions") && location.pathname.endsWith(id.slice(2));
    if (kind === "unread" || (kind === "delete" && isOwnPage)) return location.assign(url);
    if (document.querySelector(".bookmarks, .pins")) return showList(page, kind);
    if (kind === "delete") {
        removeMessage(id);
        mergeNewest(page);
        return toast(say("deleted"));
    }
    if (isOwnPage) replace("actions", page);
    const isThere = page.getElementById(id) !== null;
    // If the response is the newest page, sending it has marked its messages as read, so all of them are shown.
    if (!mergeNewest(page) || !isThere) {
        const changed = isThere ? page : (await load(document.querySelector(`#${CSS.escape(id)} .more`).href)).page;
        if (!replace(id, changed)) throw new Error("the answer has no such message");
    }
    if (kind === "bookmark") toast(say(fields.state === "off" ? "bookmark-removed" : "bookmark-added"));
}

function replace(id, page) {
    const there = page.getElementById(id);
    return there !== null && replaceMessage(there);
}

function showList(page, kind) {
    const here = document.querySelector("main");
    here.replaceChildren(...page.querySelector("main").children);
    here.focus();
    if (kind === "bookmark") toast(say("bookmark-removed"));
}

// The "…" of a message opens its actions as a menu: the panel of the message's own page.

document.addEventListener("click", (event) => {
    const link = event.target.closest("a.more");
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    openMenu(link);
});

/** Opens the menu of the message with the link `link`. */
export async function openMenu(link) {
    if (link.hasAttribute("aria-busy")) return;
    link.setAttribute("aria-busy", "true");
    const id = link.closest(".message")?.id;
    try {
        const { page } = await load(link.href);
        // The message may have changed meanwhile, and its link with it.
        const message = document.getElementById(id);
        showMenu(page.querySelector(".actions"), message?.querySelector(".more") ?? link, message);
    } catch {
        location.assign(link.href);
    } finally {
        link.removeAttribute("aria-busy");
    }
}

/** The icons of the actions that the server renders. */
const icons = [
    ["a[href*='reply='], form[action*='/thread'] button", "reply"], ["a[href*='/edit']", "edit"], ["form[action*='/bookmark'] button", "bookmark"],
    ["form[action*='/unread'] button", "unread"],
    ["form[action*='/pin'] button", "pin"], ["a[href*='/forward']", "forward"], ["a[href*='/report']", "report"],
    [".danger summary", "delete"],
];

function showMenu(panel, link, message) {
    const label = panel.getAttribute("aria-label");
    const permalink = panel.querySelector("input[readonly]")?.value ?? link.href;
    panel.querySelector("input[readonly]")?.remove();
    panel.querySelector("label[for=permalink]")?.remove();
    // Only the children: a named section in a dialog of the same name would be another landmark.
    const content = make("div", { className: "menu-items" }, ...panel.children);
    content.querySelector(".emoji-grid")?.append(makeButton("emoji more-emoji", "＋", async () => {
        const url = content.querySelector(".picker").getAttribute("action");
        dialog.close();
        const { pick } = await import("./picker.js");
        const emoji = await pick(link);
        if (emoji) change(url, [["add", emoji]]);
    }, say("more-emoji")));
    for (const [selector, name] of icons) content.querySelector(selector)?.prepend(icon(name));
    const copier = (name, picture, text, done) => makeEntry(name, picture, async () => {
        const isCopied = await copyText(text, dialog);
        dialog.close();
        toast(say(isCopied ? done : "failed"));
    });
    const text = message?.querySelector(".text")?.innerText ?? "";
    // What follows takes the focus, which the menu gives back when it closes.
    const after = (act) => {
        dialog.addEventListener("close", act);
        dialog.close();
    };
    content.querySelector(".action-row")?.append(
        copier("copy-text", "copy", text, "text-copied"), copier("copy-link", "link", permalink, "link-copied"),
        message ? makeEntry("select", "select", () => after(() => select(message))) : "");

    const dialog = openSheet(content, { label, kind: "menu", anchor: link, message, back: link });
    content.querySelector("button")?.focus();

    dialog.addEventListener("click", (event) => {
        const way = event.target.closest("a")?.href;
        const [kind] = way?.match(/reply=|\/edit|\/forward/) ?? [];
        if (!kind || !isPlain(event) || (kind === "/forward" && !message)) return;
        event.preventDefault();
        if (kind === "/forward") return after(() => forward([message]));
        dialog.close();
        if (kind === "/edit") edit(way, link);
        else reply(way);
    });
    // After the form's submit handlers have run.
    dialog.addEventListener("submit", () => setTimeout(() => dialog.close()));
    dialog.addEventListener("keydown", move);
}

/** The arrow keys move the focus from one item to the next. */
function move(event) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll("button, a[href], summary")];
    const items = all.filter((item) => item.getClientRects().length > 0);
    items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
}

// Deletion with an undo: messages are hidden at once, and deleted when the time for the undo is over or the page is left.

/** How long a deletion can be undone, in milliseconds. */
const undoTime = 5_000;
/** The messages that are about to be deleted. */
let pending = [];
let timer;

/** Hides messages or shows them again, with their groups if these have no others. */
function hide(items, isHidden) {
    for (const { id } of items) {
        const message = document.getElementById(id);
        if (!message) continue;
        message.hidden = isHidden;
        const group = message.closest(".group");
        group.hidden = [...group.querySelectorAll(".message")].every(({ hidden }) => hidden);
    }
}

/** Deletes messages after a while. Each item has the message's id ("m-…"), and the URL and the fields of its form. */
export function deleteLater(items) {
    commit();
    hide(items, true);
    pending = items;
    timer = setTimeout(commit, undoTime);
    toast(counted("deleting", items.length), { label: say("undo"), time: undoTime, action: undo });
}

function undo() {
    clearTimeout(timer);
    hide(pending, false);
    pending = [];
}

async function commit() {
    if (pending.length === 0) return;
    clearTimeout(timer);
    const items = pending;
    pending = [];
    // All at once, because the page may be left.
    const answers = await Promise.all(
        items.map(({ url, fields }) => post(url, fields, { keepalive: true }).catch(() => undefined)));
    const isDone = (answer) => answer?.ok && !isSignIn(answer);
    // A single form can be sent by the browser, which shows the server's page.
    if (items.length === 1 && answers[0] && !isDone(answers[0])) return submitNatively(items[0].url, items[0].fields);
    const failed = items.filter((_, index) => !isDone(answers[index]));
    for (const item of items) if (!failed.includes(item)) removeMessage(item.id);
    hide(failed, false);
    toast(failed.length > 0 ? say("failed") : counted("deleted", items.length));
}

// Messages that are replaced meanwhile stay hidden.
for (const happening of ["engawa:replaced", "engawa:merged", "engawa:more"]) {
    addEventListener(happening, () => hide(pending, true));
}
addEventListener("pagehide", commit);

// The text of one's own message, in a dialog with the form of the page without scripts.

/** What was typed and not saved, by address. */
const typed = new Map();

/** Opens the form of the page at `url`; the dialog is beside `anchor`. */
export async function edit(url, anchor) {
    let form;
    try {
        form = (await load(url)).page.querySelector(".editor");
    } catch {
        return location.assign(url);
    }
    const [box, label, cancel] = ["textarea", "label", "a"].map((part) => form.querySelector(part));
    box.value = typed.get(url) ?? box.value;
    const dialog = openSheet(form, { label: label.textContent, kind: "edit", anchor });
    let isOver;
    const end = () => {
        isOver = true;
        typed.delete(url);
        dialog.close();
    };
    dialog.addEventListener("close", () => isOver || typed.set(url, box.value));
    box.addEventListener("keydown", (event) => {
        if (!isSending(event)) return;
        event.preventDefault();
        form.requestSubmit();
    });
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        if (await change(form.action, fieldsOf(form))) end();
    });
    cancel.addEventListener("click", (event) => {
        event.preventDefault();
        end();
    });
    box.focus();
}
