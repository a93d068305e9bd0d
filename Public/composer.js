// The text box: grows with its text, sends with Enter (on devices with a keyboard, where Shift+Enter breaks lines),
// and stores its text as a draft on the server.

import { folded, isComposing, make, options, say } from "./ui.js";

/** The pause in typing after which the draft is stored, in milliseconds. */
const pause = 600;

export const box = document.querySelector(".composer textarea");
export const form = box?.form;

/** Makes the box as high as its text. */
export function grow() {
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight + 2}px`;
}

/** Inserts `text` at the caret. */
export function insert(text, start = box.selectionStart, end = box.selectionEnd) {
    box.setRangeText(text, start, end, "end");
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

// The texts to store as well: those that could not be sent.
let unsent = () => "";
let timer;
let saved = box?.value ?? "";
let saving = Promise.resolve();

const draft = () => [unsent(), box.value].filter((text) => text).join("\n");

function save() {
    clearTimeout(timer);
    const text = draft();
    if (text === saved) return;
    saved = text;
    // Errors are ignored: the next pause stores the draft. One request at a time, so that the last draft wins.
    saving = saving
        .then(() => fetch(box.dataset.draft, { method: "POST", body: new URLSearchParams({ text }) }))
        .then(({ ok }) => ok || (saved = undefined))
        .catch(() => (saved = undefined));
}

/** Call before sending a message: no older draft may arrive after it. */
export async function settleDraft() {
    clearTimeout(timer);
    await saving;
}

/** Call after sending a message, which makes the server delete its draft. */
export function draftWasDropped() {
    saved = "";
    if (draft()) save();
}

/** `texts` returns what has to be stored besides the text in the box. */
export function keepInDraft(texts) {
    unsent = texts;
}

if (box) {
    const isTouch = matchMedia("(pointer: coarse)").matches;

    if (box.value) grow();
    box.addEventListener("input", () => {
        grow();
        clearTimeout(timer);
        timer = setTimeout(save, pause);
    });
    box.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.shiftKey || event.altKey || isComposing(event) || isTouch) return;
        event.preventDefault();
        form.requestSubmit();
    });
    const leave = () => {
        clearTimeout(timer);
        const text = draft();
        if (text !== saved && navigator.sendBeacon(box.dataset.draft, new URLSearchParams({ text }))) saved = text;
    };
    // The next page is rendered before this one is hidden, so the server needs the draft before.
    addEventListener("beforeunload", leave);
    addEventListener("pagehide", leave);
    // A phone may discard a page without a pagehide event.
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && leave());
}

// The emoji button of the text box.
if (box && say("insert-emoji")) {
    const button = make("button", {
        type: "button", className: "emoji-button", title: say("insert-emoji"), "aria-label": say("insert-emoji"),
        "aria-haspopup": "dialog",
    }, "🙂");
    box.after(button);
    button.addEventListener("click", async () => {
        const { pick } = await import("./picker.js");
        const emoji = await pick(button, box);
        if (emoji) insert(emoji);
        box.focus();
    });
}

// After an "@" the box offers the participants.

const shown = 6;
const template = document.getElementById("participants");

if (box && template?.content.childElementCount) {
    const people = [...template.content.children].map((element) => ({
        element, alias: element.dataset.alias, text: folded(element.textContent),
    }));
    const list = make("ul", {
        id: "mention-list", className: "options mentions", hidden: true, "aria-label": say("mention"),
    });
    form.append(list);
    let start = -1;

    const close = () => {
        list.hidden = true;
        choice.show([]);
    };
    const choice = options(box, list, ({ element }) => [...element.cloneNode(true).childNodes], ({ alias }) => {
        insert(`@${alias} `, start, box.selectionStart);
        close();
    });

    const update = () => {
        // An "@" within a word, as in an e-mail address, is no mention.
        const found = box.value.slice(0, box.selectionStart).match(/(?:^|[^\p{L}\p{N}_.@/-])@([\p{L}\p{M}\p{N}_.-]{0,40})$/u);
        if (!found) return close();
        start = box.selectionStart - found[1].length - 1;
        const query = folded(found[1]);
        const fitting = people.filter(({ alias, text }) => alias.toLowerCase().startsWith(query) || text.includes(query));
        fitting.sort((one, other) => other.alias.startsWith(query) - one.alias.startsWith(query));
        list.hidden = fitting.length === 0;
        choice.show(fitting.slice(0, shown));
    };
    box.addEventListener("input", (event) => (event.isComposing ? close() : update()));
    box.addEventListener("compositionend", update);
    box.addEventListener("click", update);
    box.addEventListener("blur", close);
    // Runs before the handler that sends on Enter.
    box.addEventListener("keydown", (event) => {
        if (list.hidden || isComposing(event)) return;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step && !event.altKey) choice.move(step);
        else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") choice.take();
        else if (event.key === "Escape") close();
        else return;
        event.preventDefault();
        event.stopImmediatePropagation();
    }, { capture: true });
}
