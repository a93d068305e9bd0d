// Sends messages without leaving the page. A message is shown at once, marked as pending; one that
// could not be sent can be sent again, with the same idempotency key, so that it never becomes two messages.

import { box, draftWasDropped, form, grow, keepInDraft, settleDraft } from "./composer.js";
import { posted, release } from "./live.js";
import { isSignIn, json, load, post, submitNatively } from "./pages.js";
import { goToEnd, isNewest, mergeNewest, messages } from "./thread.js";
import { isComposing, isPlain, make, say } from "./ui.js";

/** In characters: browsers send at most 64 KiB after a page is left, and a character may take nine bytes. */
const keptAlive = 5_000;

const template = document.getElementById("outgoing");
/** In the order in which they were written; the first one is being sent. */
const queue = [];
let isSending = false;

// Over plain http there is no crypto.randomUUID.

const newKey = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

class Outgoing {
    constructor(text, reply) {
        this.fields = [["key", newKey()], ["text", text], ...(reply ? [["reply", reply]] : [])];
        this.text = text;
        this.element = template.content.firstElementChild.cloneNode(true);
        this.element.querySelector(".plain").textContent = text;
        const quote = form.querySelector(".answering .quote");
        if (quote) this.element.querySelector(".bubble").prepend(quote.cloneNode(true));
        this.retry = this.element.querySelector(".retry");
        this.retry.addEventListener("click", () => {
            box.focus();
            run();
        });
    }

    show(state, reason) {
        this.state = state;
        this.element.classList.toggle("failed", state === "failed");
        this.element.querySelector(".state").textContent = reason || say(state === "failed" ? "not-sent" : "sending");
        this.retry.hidden = state !== "failed";
    }
}

/** Shows the server's reason for refusing the text; none clears the last one. */
function showFault(fault) {
    form.querySelector(".fault")?.remove();
    box.removeAttribute("aria-invalid");
    box.removeAttribute("aria-describedby");
    if (!fault) return;
    form.querySelector(".composer-row").before(document.adoptNode(fault));
    box.setAttribute("aria-invalid", "true");
    box.setAttribute("aria-describedby", fault.id);
}

/** Sends the queue, one message at a time. */
async function run() {
    if (isSending) return;
    isSending = true;
    for (const item of queue) item.show("sending");
    while (queue.length > 0) {
        const item = queue[0];
        await settleDraft();
        let answer;
        try {
            // It goes on although the page is left.
            const keepalive = item.text.length < keptAlive;
            answer = await post(form.action, item.fields, { headers: { Accept: json }, keepalive });
        } catch {
            fail();
            break;
        }
        if (!take(item, answer)) break;
    }
    isSending = false;
}

function drop(item) {
    queue.splice(queue.indexOf(item), 1);
    item.element.remove();
    release();
}

function arrived(item) {
    drop(item);
    if (queue.length === 0) draftWasDropped();
}

/** Deals with the answer. Whether the next one may be sent. */
function take(item, answer) {
    if (answer.data) {
        arrived(item);
        posted(answer.data);
        return true;
    }
    const fault = answer.page.querySelector(".composer .fault");
    if (isSignIn(answer)) {
        // The way to sign in takes the text along, and what else waits with it.
        const all = queue.map(({ text }) => text).concat(box.value || []).join("\n");
        queue.length = 0;
        box.value = "";
        submitNatively(form.action, [["text", all]]);
        return false;
    }
    // A message that can't be shown alone comes with its page.
    if (answer.ok && mergeNewest(answer.page)) {
        arrived(item);
        return true;
    }
    if (answer.status === 422 && fault) {
        // It can't be sent unchanged, so it returns to the text box.
        drop(item);
        box.value = [item.text, box.value].filter((text) => text).join("\n");
        grow();
        showFault(fault);
        box.focus();
        return true;
    }
    // Also if a rate limit refused it.
    if (answer.status >= 500 || answer.status === 429) {
        fail(fault?.textContent);
        return false;
    }
    // Any other response: the server's page explains it.
    queue.length = 0;
    submitNatively(form.action, item.fields);
    return false;
}

/** Nothing overtakes what could not be sent. */
function fail(reason) {
    for (const item of queue) item.show("failed", item === queue[0] ? reason : undefined);
    release();
}

if (form && isNewest && template) {
    const outbox = make("div", { className: "outbox" });
    messages.after(outbox);
    // The first one is being sent, also if the page is left.
    const isLeftBehind = (item, index) => index > 0 || item.state === "failed";
    keepInDraft(() => queue.filter(isLeftBehind).map(({ text }) => text).join("\n"));

    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const text = box.value;
        if (!text.trim()) return;
        const item = new Outgoing(text, form.elements.reply?.value);
        queue.push(item);
        item.show("sending");
        outbox.append(item.element);
        showFault();
        endReply();
        box.value = "";
        grow();
        box.focus();
        goToEnd();
        run();
    });
    addEventListener("online", () => queue.length > 0 && run());
}

// Replies in place, and links from a reply to its original message.

/** Prepares the text box for a reply, with the page at `url`. */
export async function reply(url) {
    if (!form || !isNewest) return location.assign(url);
    try {
        const { page } = await load(url);
        const [field, block] = ["input[name=reply]", ".answering"].map((part) => page.querySelector(`.composer ${part}`));
        if (!field || !block) return location.assign(url);
        mergeNewest(page);
        endReply();
        form.prepend(document.adoptNode(field));
        form.querySelector(".composer-row").before(document.adoptNode(block));
        box.focus();
    } catch {
        location.assign(url);
    }
}

/** Removes the reply from the text box. */
export function endReply() {
    form.querySelector("input[name=reply]")?.remove();
    form.querySelector(".answering")?.remove();
    if (new URLSearchParams(location.search).has("reply")) history.replaceState(null, "", location.pathname);
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

// The original message may be on the page already.

document.addEventListener("click", (event) => {
    const quote = event.target.closest("a.quote");
    const original = quote?.hash && document.getElementById(quote.hash.slice(1));
    if (!original || !isPlain(event)) return;
    event.preventDefault();
    original.scrollIntoView({ block: "center", behavior: "instant" });
    original.querySelector(".more")?.focus({ preventScroll: true });
    original.classList.add("pointed");
    setTimeout(() => original.classList.remove("pointed"), 2_000);
});
