// Several messages at once: boxes beside the messages, and in place of the text box a bar that copies, forwards or deletes
// those that are selected.

import { deleteLater } from "./actions.js";
import { form } from "./composer.js";
import { makeEntry } from "./icons.js";
import { nameOf } from "./keys.js";
import { json, post } from "./pages.js";
import { messages } from "./scroll.js";
import { openSwitcher } from "./switcher.js";
import { keepingPosition } from "./thread.js";
import { authorOf, copyText, counted, isComposing, make, randomKey, say, textOf, toast } from "./ui.js";

/** How many messages can be selected. */
const maximumSelected = 50;
/** The bar; undefined while nothing is being selected. */
let bar;
/** The ids of the selected messages, also while they are replaced. */
let ids = new Set();
/** The id of the message from which Shift extends the selection. */
let anchor;

const boxes = () => [...messages.querySelectorAll(".message:not([hidden]) > .select")];
const anchorBox = () => document.getElementById(anchor)?.querySelector(".select");
const selected = () => boxes().filter(({ checked }) => checked).map(({ parentElement }) => parentElement);
const isOwn = (message) => message.closest(".mine") !== null;

/** Selects or deselects a message; returns whether there is room for it. */
function set(box, isSelected) {
    const isFull = isSelected && !box.checked && selected().length >= maximumSelected;
    if (isFull) toast(say("select-limit", maximumSelected));
    else box.checked = isSelected;
    return !isFull;
}

/** Selects or deselects a message; with Shift selects all from the anchor to it. */
function take(box, isSelected, isRange) {
    const all = boxes();
    const [from, to] = [all.indexOf(anchorBox()), all.indexOf(box)];
    if (isRange && from >= 0) {
        const range = all.slice(Math.min(from, to), Math.max(from, to) + 1);
        // From the anchor on, until there are too many.
        (from > to ? range.reverse() : range).every((one) => set(one, true));
    } else {
        set(box, isSelected);
        anchor = box.parentElement.id;
    }
    show();
}

/** Moves the focus to the next box; with Shift the selection grows, or towards the anchor gets smaller. */
function walk(box, step, isRange) {
    const all = boxes();
    const place = all.indexOf(box);
    const next = all[place + step];
    if (!next) return;
    const isBack = (all.indexOf(anchorBox() ?? box) - place) * step > 0;
    if (!isRange) anchor = next.parentElement.id;
    else if (isBack) set(box, false);
    else take(next, true, true);
    show();
    next.focus({ preventScroll: true });
    next.parentElement.scrollIntoView({ block: "nearest", behavior: "instant" });
}

function show() {
    const all = selected();
    ids = new Set(all.map(({ id }) => id));
    const [count, copy, forward, remove] = bar.children;
    count.textContent = say("selected", all.length);
    for (const button of [copy, forward, remove]) button.disabled = all.length === 0;
    remove.ariaDisabled = String(!all.every(isOwn));
}

/** Puts a box beside each message that has none. What is in the messages is inert meanwhile. */
function mark() {
    if (!bar) return;
    for (const part of messages.querySelectorAll(".portrait, .author, .message:not(.tombstone) > :not(.select)")) part.inert = true;
    for (const message of messages.querySelectorAll(".message:not(.tombstone)")) {
        if (message.querySelector(".select")) continue;
        message.prepend(make("input", {
            type: "checkbox", className: "select", checked: ids.has(message.id), "aria-label": nameOf(message),
        }));
    }
    for (const box of messages.querySelectorAll(".tombstone > .select")) box.remove();
    show();
    // A message that is replaced takes the focus with it.
    if (document.activeElement === document.body) anchorBox()?.focus({ preventScroll: true });
}

/** Begins with `message`. */
export function select(message) {
    ids = new Set([message.id]);
    anchor = message.id;
    const actions = { copy, forward: () => forward(selected(), end), delete: remove, cancel: end };
    bar = make("div", { className: "foot-bar selection", role: "group", "aria-label": say("select") },
        make("p", { role: "status" }), ...Object.entries(actions).map(([name, act]) =>
            makeEntry(name, name, act)));
    keepingPosition(() => {
        messages.classList.add("selecting");
        form.hidden = true;
        form.after(bar);
        mark();
    });
    anchorBox()?.focus({ preventScroll: true });
}

function end() {
    keepingPosition(() => {
        for (const box of messages.querySelectorAll(".select")) box.remove();
        for (const part of messages.querySelectorAll("[inert]")) part.inert = false;
        messages.classList.remove("selecting");
        bar.remove();
        form.hidden = false;
    });
    bar = undefined;
    document.getElementById(anchor)?.querySelector(".more")?.focus({ preventScroll: true });
}

async function copy() {
    const all = selected();
    // Of several, who said it and when.
    const lines = all.map((message) => [
        ...(all.length > 1 ? [`${authorOf(message)}, ${message.title}`] : []),
        textOf(message, "innerText"),
    ].join("\n"));
    const text = lines.join("\n\n");
    const isCopied = await copyText(text, bar);
    toast(isCopied ? counted("text-copied", all.length) : say("failed"));
    if (isCopied) end();
}

function remove() {
    if (!selected().every(isOwn)) return toast(say("select-own"));
    const items = selected().map((message) => {
        const { pathname, search } = message.querySelector(".more");
        return { id: message.id, url: `${pathname}/delete${search}`, fields: [] };
    });
    end();
    deleteLater(items);
}

messages?.addEventListener("click", (event) => {
    const { target, shiftKey } = event;
    const box = bar && target.closest(".message")?.querySelector(".select");
    if (!box) return;
    const isOn = target === box ? box.checked : !box.checked;
    // The browser has toggled it already, if it is the target.
    box.checked = !isOn;
    take(box, isOn, shiftKey);
    if (target === box && box.checked !== isOn) event.preventDefault();
});

document.addEventListener("keydown", (event) => {
    const { key, shiftKey, target } = event;
    if (!bar || isComposing(event) || document.querySelector("dialog[open]")) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (key === "Escape") end();
    else if (step && target.matches(".select")) walk(target, step, shiftKey);
    else return;
    event.preventDefault();
}, { capture: true });

for (const happening of ["replaced", "merged", "more", "page", "removed", "pruned"]) addEventListener(`engawa:${happening}`, mark);

// Messages are forwarded to another conversation.

/** How long the button to go on after an error is shown, in milliseconds. */
const retryTime = 15_000;

/** The form that forwards a message. Its key stays when it is sent again, so that it becomes one message. */
function formOf(message) {
    const { pathname, search } = message.querySelector(".more");
    return { url: `${pathname}/forward${search}`, key: randomKey() };
}

/** Offers the conversations, and forwards messages in their order; `done` is called when a conversation is chosen. */
export async function forward(messages, done = () => {}) {
    // Now, as they may go meanwhile.
    const forms = messages.map(formOf);
    try {
        await openSwitcher(say("forward"), ({ path }) => {
            done();
            send(path.split("/")[2], forms, forms.length);
        });
    } catch {
        toast(say("failed"));
    }
}

/** Sends the forms one after the other; after an error, a button goes on with the one that failed. */
async function send(to, forms, count) {
    while (forms.length > 0) {
        const [{ url, key }] = forms;
        const fields = [["to", to], ["key", key]];
        const answer = await post(url, fields, { headers: { Accept: json }, keepalive: true }).catch(() => undefined);
        if (!answer?.data) {
            return toast(say("failed"), { label: say("retry"), time: retryTime, action: () => send(to, forms, count) });
        }
        forms.shift();
    }
    toast(counted("forwarded", count));
}
