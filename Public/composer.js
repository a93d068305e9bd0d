// The text box: grows with its text, sends with Enter (on devices with a keyboard, where Shift+Enter breaks lines),
// and stores its text as a draft on the server.

import { submitNatively } from "./pages.js";
import { isComposing, makeButton, randomKey, say } from "./ui.js";

/** How long after the last input the draft is stored, in milliseconds. */
const saveDelay = 600;
/** How long a message may wait for the draft before it, in milliseconds. */
const saveTimeout = 3_000;

export const box = document.querySelector(".composer textarea");
export const form = box?.form;

/** Names this page in what the server tells of drafts to all pages of the person. */
export const pageName = randomKey();

/** Fits the height of the box to its text. */
export function grow() {
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight + 2}px`;
}

/** Inserts `text` at the caret. */
export function insert(text, start = box.selectionStart, end = box.selectionEnd) {
    box.setRangeText(text, start, end, "end");
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

// Returns the messages that could not be sent, which are stored with the draft.
let unsent = () => [];
let timer;
let saving = Promise.resolve();

/** The fields of the draft. A message's key goes with its text alone. */
function draft() {
    const items = unsent();
    const text = [...items.map(({ text }) => text), box.value].filter((text) => text).join("\n");
    const only = items.length === 1 && !box.value ? items[0] : undefined;
    const reply = text && (only ? only.reply : form.elements.reply?.value);
    return new URLSearchParams({ text, ...(only && { key: only.key }), ...(reply && { reply }) });
}

/** The draft as it is sent. */
function named(draft) {
    const body = new URLSearchParams(draft);
    body.set("page", pageName);
    return body;
}

let saved = box && draft().toString();
/** Whether something was typed since the page was loaded, and when last. */
let isTyped = false;
let typedAt = 0;

/** Stores the draft if it has changed. */
export function save() {
    clearTimeout(timer);
    const body = draft();
    if (body.toString() === saved) return;
    saved = body.toString();
    // After an error, the next input stores the draft. One request at a time, so that the last draft is kept.
    saving = saving
        .then(() => fetch(box.dataset.draft, { method: "POST", body: named(body), signal: AbortSignal.timeout(saveTimeout) }))
        .then(({ ok }) => ok || (saved = undefined))
        .catch(() => (saved = undefined));
}

/** Waits for the last draft to be stored. Call it before sending a message, so that no draft arrives after it. */
export async function waitForDraft() {
    clearTimeout(timer);
    await saving;
}

/** Call it after a message was sent, here or elsewhere, which deletes the draft on the server. */
export function draftWasDeleted() {
    // The draft that came with the page, and that nothing was typed to here, is the one that was deleted.
    const isOld = !isTyped && box.value === box.defaultValue && unsent().length === 0;
    saved = isOld ? draft().toString() : new URLSearchParams({ text: "" }).toString();
    if (draft().toString() !== saved) save();
}

/** How long after the last input a text counts as being typed, in milliseconds. */
const typingTime = 3_000;

/** Whether the text is being typed, or has a change that is not stored. */
export const isInUse = () => Date.now() - typedAt < typingTime || draft().toString() !== saved;

/** Shows the draft that another page has stored, with the key that an attempt to send it had. */
export function showDraft(text, key) {
    box.value = box.defaultValue = text;
    box.setSelectionRange(text.length, text.length);
    if (key) form.elements.key.value = key;
    grow();
    draftIsStored();
}

/** The draft is what the server has. */
export function draftIsStored() {
    saved = draft().toString();
    isTyped = false;
}

/** Call it when sending has failed: the server has stored nothing as the draft, or the text of that message alone. */
export function keepDraft() {
    saved = undefined;
    save();
}

/** Sets the function that returns the messages to store with the draft. */
export function keepInDraft(messages) {
    unsent = messages;
}

const isTouch = matchMedia("(pointer: coarse)").matches;

/** Whether a key in a text box sends its text. */
export const isSending = (event) =>
    event.key === "Enter" && !event.shiftKey && !event.altKey && !isComposing(event) && !isTouch
    && (document.documentElement.dataset.enter !== "break" || event.ctrlKey || event.metaKey);

if (box) {
    if (box.value) grow();
    box.addEventListener("input", () => {
        isTyped = true;
        typedAt = Date.now();
        grow();
        clearTimeout(timer);
        timer = setTimeout(save, saveDelay);
    });
    box.addEventListener("keydown", (event) => {
        if (!isSending(event)) return;
        event.preventDefault();
        form.requestSubmit();
    });
    const leave = () => {
        clearTimeout(timer);
        const body = draft();
        if (body.toString() !== saved && navigator.sendBeacon(box.dataset.draft, named(body))) saved = body.toString();
    };
    // When the session has ended, no draft can be stored: the text goes through the sign-in form.
    document.addEventListener("click", (event) => {
        if (!event.target.closest?.(".signed-out a") || !draft().get("text").trim()) return;
        event.preventDefault();
        submitNatively(box.dataset.draft, [...draft()]);
    });
    // The server renders the next page before this one is hidden, so it needs the draft earlier than `pagehide`.
    addEventListener("beforeunload", leave);
    addEventListener("pagehide", leave);
    // A phone may discard a page without a pagehide event.
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && leave());
}

// The emoji button of the text box.
if (box && say("insert-emoji")) {
    const button = makeButton("emoji-button", "🙂", async () => {
        const { pick } = await import("./picker.js");
        const emoji = await pick(button, box);
        if (emoji) insert(emoji);
        box.focus();
    }, say("insert-emoji"), { "aria-haspopup": "dialog" });
    box.after(button);
}
