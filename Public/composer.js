// The text box: grows with its text, sends with Enter (on devices with a keyboard, where Shift+Enter breaks lines),
// and stores its text as a draft on the server.

import { load, submitNatively } from "./pages.js";
import { folded, isComposing, make, options, say } from "./ui.js";

/** How long after the last input the draft is stored, in milliseconds. */
const saveDelay = 600;
/** How long a message may wait for the draft before it, in milliseconds. */
const saveTimeout = 3_000;

export const box = document.querySelector(".composer textarea");
export const form = box?.form;

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
    return new URLSearchParams(items.length === 1 && !box.value ? { text, key: items[0].key } : { text });
}

let saved = box && draft().toString();
/** Whether something was typed since the page was loaded. */
let isTyped = false;

function save() {
    clearTimeout(timer);
    const body = draft();
    if (body.toString() === saved) return;
    saved = body.toString();
    // After an error, the next input stores the draft. One request at a time, so that the last draft is kept.
    saving = saving
        .then(() => fetch(box.dataset.draft, { method: "POST", body, signal: AbortSignal.timeout(saveTimeout) }))
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

/** Call it when sending has failed: the server has stored nothing as the draft, or the text of that message alone. */
export function keepDraft() {
    saved = undefined;
    save();
}

/** Sets the function that returns the messages to store with the draft. */
export function keepInDraft(messages) {
    unsent = messages;
}

if (box) {
    const isTouch = matchMedia("(pointer: coarse)").matches;

    if (box.value) grow();
    box.addEventListener("input", () => {
        isTyped = true;
        grow();
        clearTimeout(timer);
        timer = setTimeout(save, saveDelay);
    });
    box.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.shiftKey || event.altKey || isComposing(event) || isTouch) return;
        if (document.documentElement.dataset.enter === "break" && !event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        form.requestSubmit();
    });
    const leave = () => {
        clearTimeout(timer);
        const body = draft();
        if (body.toString() !== saved && navigator.sendBeacon(box.dataset.draft, body)) saved = body.toString();
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

// After an "@", a list of participants opens.

const maximumShown = 6;
const template = document.getElementById("participants");

/** How long after the last input the server is asked for people, in milliseconds. */
const askDelay = 150;
let asking;

if (box && (template?.content.childElementCount || template?.dataset.from)) {
    const people = [...template.content.children].map((element) => ({
        element, alias: element.dataset.alias, text: folded(element.textContent),
    }));
    /** Asks the server for the members whose name contains `query`: there are too many for the page. */
    const ask = async (query) => {
        const { page } = await load(`${template.dataset.from}?${new URLSearchParams({ q: query })}`);
        return [...page.querySelectorAll("[data-alias]")].map((row) => ({
            alias: row.dataset.alias,
            element: make("div", {}, row.querySelector(".avatar"), make("span", {}, row.querySelector("a").textContent),
                make("span", { className: "muted" }, `@${row.dataset.alias}`)),
        }));
    };
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
        // An "@" within a word, such as an e-mail address, is not a mention.
        const found = box.value.slice(0, box.selectionStart).match(/(?:^|[^\p{L}\p{N}_.@/-])@([\p{L}\p{M}\p{N}_.-]{0,40})$/u);
        if (!found) return close();
        start = box.selectionStart - found[1].length - 1;
        const query = folded(found[1]);
        clearTimeout(asking);
        if (template.dataset.from) {
            const typed = box.value;
            // After an error, the next input asks again.
            asking = setTimeout(() => ask(query).then((found) => box.value === typed && offer(found, query), () => {}), askDelay);
            return;
        }
        offer(people.filter(({ alias, text }) => alias.toLowerCase().startsWith(query) || text.includes(query)), query);
    };
    const offer = (fitting, query) => {
        fitting.sort((one, other) => other.alias.startsWith(query) - one.alias.startsWith(query));
        list.hidden = fitting.length === 0;
        choice.show(fitting.slice(0, maximumShown));
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
