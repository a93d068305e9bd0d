// Sends messages without loading another page. A message is shown at once and marked as pending. If sending fails, it
// can be sent again with the same idempotency key, so that it never becomes two messages.

import { allSent, giveBack, hasFiles, takeFiles } from "./attach.js";
import { box, draftWasDeleted, form, grow, keepDraft, keepInDraft, pageName, save, waitForDraft } from "./composer.js";
import { posted, releaseEvents } from "./live.js";
import { fieldsOf, isSignIn, json, load, post, submitNatively } from "./pages.js";
import { goToEnd, messages, path } from "./scroll.js";
import { isNewest, mergeNewest, showPage } from "./thread.js";
import { isComposing, make, randomKey, say, toast } from "./ui.js";

/**
 * The longest text that is sent with `keepalive`, in characters: browsers limit such requests to 64 KiB, and an encoded
 * character takes up to nine bytes.
 */
const keepaliveLimit = 5_000;

const template = document.getElementById("outgoing");
/** The messages that were not sent yet, in order; the first one is being sent. */
const queue = [];
let isSending = false;

let usedKey;

/** The key of the page's form, for the draft that came with it: it may have been sent with that key before. */
function keyFor(text) {
    const key = text === box.defaultValue && form.elements.key?.value;
    if (!key || key === usedKey) return randomKey();
    usedKey = key;
    return key;
}

/** A message that was not sent yet, with its element on the page. */
class Outgoing {
    constructor(text, reply, files) {
        this.key = keyFor(text);
        this.reply = reply;
        this.text = text;
        this.files = files;
        this.element = template.content.firstElementChild.cloneNode(true);
        this.element.querySelector(".plain").textContent = text;
        if (files.length > 0) {
            const rows = make("ul", { className: "attached", "aria-label": form.querySelector(".attach input").title });
            rows.append(...files.map(({ row }) => row));
            this.element.querySelector(".bubble").prepend(rows);
        }
        const quote = form.querySelector(".answering .quote");
        if (quote) this.element.querySelector(".bubble").prepend(quote.cloneNode(true));
        this.buttons = this.element.querySelector(".unsent");
        const on = (name, action) => this.buttons.querySelector(name).addEventListener("click", () => {
            box.focus();
            action();
        });
        on(".retry", run);
        on(".edit", () => edit(this));
        on(".discard", () => discard(this));
    }

    /** What is sent, with the files that the server has. */
    get fields() {
        return [
            ["key", this.key], ["text", this.text], ["page", pageName], ...(this.reply ? [["reply", this.reply]] : []),
            ...this.files.filter(({ id }) => id).map(({ id }) => ["file", id]),
        ];
    }

    /** @param state "sending" or "failed"; `reason` is shown instead of the default sentence. */
    show(state, reason) {
        this.state = state;
        this.element.classList.toggle("failed", state === "failed");
        this.element.querySelector(".state").textContent = reason || say(state === "failed" ? "not-sent" : "sending");
        this.buttons.hidden = state !== "failed";
    }
}

/** Shows the element with the server's reason for refusing the text; without an argument, removes the last one. */
function showFault(fault) {
    form.querySelector(".fault")?.remove();
    box.removeAttribute("aria-invalid");
    box.removeAttribute("aria-describedby");
    if (!fault) return;
    form.querySelector(".composer-row").before(fault);
    box.setAttribute("aria-invalid", "true");
    box.setAttribute("aria-describedby", fault.id);
}

/** Sends the queue, one message at a time, until a message fails. */
async function run() {
    if (isSending) return;
    clearTimeout(again);
    isSending = true;
    for (const item of queue) item.show("sending");
    while (queue.length > 0) {
        const item = queue[0];
        await waitForDraft();
        let answer;
        try {
            await allSent(item.files);
        } catch ({ message }) {
            fail(message);
            break;
        }
        try {
            // With `keepalive`, the request continues when the user leaves the page.
            const keepalive = item.text.length < keepaliveLimit;
            answer = await post(form.action, item.fields, { headers: { Accept: json }, keepalive });
        } catch {
            fail();
            break;
        }
        if (!take(item, answer)) break;
    }
    isSending = false;
    if (queue.length === 0) retryWait = firstRetry;
}

/** The first and the longest wait before what was not sent is sent again, in milliseconds. */
const [firstRetry, longestRetry] = [15_000, 300_000];
let retryWait = firstRetry;
let again;

/** Puts the text of a message that was not sent back into the box. With the same text it keeps its key. */
function edit(item) {
    drop(item);
    if (!box.value) {
        box.defaultValue = item.text;
        form.elements.key.value = item.key;
        usedKey = undefined;
        if (item.reply) reply(addressOf(item.reply));
    }
    box.value = [item.text, box.value].filter((text) => text).join("\n");
    giveBack(item.files);
    grow();
    keepDraft();
}

function discard(item) {
    drop(item);
    keepDraft();
}

/** Removes a message from the queue and the page. */
function drop(item) {
    queue.splice(queue.indexOf(item), 1);
    item.element.remove();
    releaseEvents();
}

/** The server has stored the message. */
function arrived(item) {
    drop(item);
    if (queue.length === 0) draftWasDeleted();
}

/** Processes the response to a message; returns whether the next one may be sent. */
function take(item, answer) {
    if (answer.data) {
        arrived(item);
        posted(answer.data);
        return true;
    }
    const fault = answer.page.querySelector(".composer .fault");
    if (isSignIn(answer)) {
        // The sign-in form preserves the texts of all unsent messages.
        const all = queue.map(({ text }) => text).concat(box.value || []).join("\n");
        const fields = queue.length === 1 && !box.value ? item.fields : [["text", all]];
        queue.length = 0;
        box.value = "";
        submitNatively(form.action, fields);
        return false;
    }
    // If the server can't render the message alone, the response is a redirect to the page.
    if (answer.ok && mergeNewest(answer.page)) {
        arrived(item);
        return true;
    }
    if ((answer.status === 422 || answer.status === 409) && fault) {
        // The text is invalid, or it is not known whether it arrived: it returns to the text box.
        drop(item);
        box.value = [item.text, box.value].filter((text) => text).join("\n");
        // Where the server has the files no more, they are sent anew.
        giveBack(item.files, answer.status === 409);
        grow();
        showFault(fault);
        box.focus();
        return true;
    }
    // The message can be sent again later; 429 is a rate limit.
    if (answer.status >= 500 || answer.status === 429) {
        fail((fault ?? answer.page.querySelector(".notice h1"))?.textContent);
        return false;
    }
    // For any other response the browser sends the form itself, and shows the server's page. The others stay in the draft.
    drop(item);
    if (queue.length > 0) fail();
    submitNatively(form.action, item.fields);
    return false;
}

/** Marks all messages as failed: the later ones must not be sent before the first one. */
function fail(reason) {
    for (const item of queue) item.show("failed", item === queue[0] ? reason : undefined);
    clearTimeout(again);
    again = setTimeout(run, retryWait);
    retryWait = Math.min(retryWait * 2, longestRetry);
    releaseEvents();
    keepDraft();
}

if (form && messages && template) {
    const outbox = make("div", { className: "outbox" });
    messages.after(outbox);
    // The first message is being sent with `keepalive`; all others are stored with the draft.
    const isUnsent = (item, index) => index > 0 || item.state === "failed";
    keepInDraft(() => queue.filter(isUnsent));

    form.addEventListener("submit", (event) => {
        // The text is sent later: the browser opens the form of that.
        if (event.submitter?.matches(".later")) return;
        const text = box.value;
        // On a page of older messages, what is sent would stand behind a gap.
        if (!isNewest && (text.trim() || hasFiles())) {
            event.preventDefault();
            const fields = fieldsOf(form);
            const submit = () => (hasFiles() ? toast(say("not-sent")) : submitNatively(form.action, fields));
            return showNewest().then(() => form.requestSubmit(), submit);
        }
        event.preventDefault();
        if (!text.trim() && !hasFiles()) return;
        const item = new Outgoing(text, form.elements.reply?.value, takeFiles());
        queue.push(item);
        item.show("sending");
        outbox.append(item.element);
        showFault();
        removeReply();
        box.value = "";
        grow();
        box.focus();
        goToEnd();
        run();
    });
    // The network or the server is back.
    for (const happening of ["online", "engawa:connected"]) addEventListener(happening, () => queue.length > 0 && run());
}

/** Shows the newest messages instead of older ones. */
export async function showNewest() {
    showPage((await load(`${path}?at=newest`)).page);
}

/** The address of the page that replies to a message. */
const addressOf = (message) => `${path}?reply=${message}#composer`;

// Replies without loading another page, and links from a reply to its original message.

/** Prepares the text box for a reply, with the form from the page at `url`. */
export async function reply(url) {
    if (!form) return location.assign(url);
    try {
        const { page } = await load(url);
        const [field, block] = ["input[name=reply]", ".answering"].map((part) => page.querySelector(`.composer ${part}`));
        if (!field || !block) return location.assign(url);
        mergeNewest(page);
        showReply(field, block);
        // A page that is loaded again replies again.
        history.replaceState(history.state, "", url);
        box.focus();
        save();
    } catch {
        location.assign(url);
    }
}

function showReply(field, block) {
    removeReply();
    form.prepend(field);
    form.querySelector(".composer-row").before(block);
}

function removeReply() {
    form.querySelector("input[name=reply]")?.remove();
    form.querySelector(".answering")?.remove();
    if (new URLSearchParams(location.search).has("reply")) history.replaceState(history.state, "", location.pathname);
}

/** Removes the reply from the text box. */
export function endReply() {
    removeReply();
    save();
}

/** Shows in the text box that it replies to `message`, or to none, as another page of the person does. */
export async function followReply(message) {
    if ((form.elements.reply?.value ?? "") === (message ?? "")) return;
    if (!message) return removeReply();
    const { page } = await load(addressOf(message));
    const [field, block] = ["input[name=reply]", ".answering"].map((part) => page.querySelector(`.composer ${part}`));
    if (field && block) showReply(field, block);
}

form?.addEventListener("click", (event) => {
    if (!event.target.closest(".answering a")) return;
    event.preventDefault();
    endReply();
    box.focus();
});

box?.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !isComposing(event) && form.querySelector(".answering")) endReply();
});
