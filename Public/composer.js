// The box to write in: grows with its text, sends with Enter where there is a keyboard to break lines with Shift,
// and keeps what is being typed as a draft on the server.

/** How long one has to stop typing for the draft to be kept, in milliseconds. */
const pause = 600;

export const box = document.querySelector(".composer textarea");
export const form = box?.form;

/** As high as its text. */
export function grow() {
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight + 2}px`;
}

/** Whether an input method has the keys now (229 is what Safari says of the Enter that ends a composition). */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;

/** Puts `text` where the caret is. */
export function insert(text, start = box.selectionStart, end = box.selectionEnd) {
    box.setRangeText(text, start, end, "end");
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

// What else has to be kept: what could not be sent.
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
    // Quietly: a draft that is not kept now is kept at the next pause. One after the other, so that the last one stays.
    saving = saving
        .then(() => fetch(box.dataset.draft, { method: "POST", body: new URLSearchParams({ text }) }))
        .catch(() => (saved = undefined));
}

/** Before a message is sent: no older draft may arrive after it. */
export async function settleDraft() {
    clearTimeout(timer);
    await saving;
}

/** After one was sent, which makes the server drop its draft. */
export function draftWasDropped() {
    saved = "";
    if (draft()) save();
}

/** `texts` gives what has to be kept beside what is in the box. */
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
    // The page that is asked for next is made before this one hides: the server has to know by then.
    addEventListener("beforeunload", leave);
    addEventListener("pagehide", leave);
    // A phone that puts a page away may never say that it hides.
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && leave());
}
