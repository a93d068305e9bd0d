// Live updates: new and changed messages, the list, the title, and presence.

import { form } from "./composer.js";
import { connect } from "./connection.js";
import { bumpRow, countUnread, removeRow, setUnread } from "./list.js";
import { isBusy, load } from "./pages.js";
import { elements, isNewest, mergeNewest, messages, placeMessage, removeMessage, replaceMessage } from "./thread.js";
import { make, say } from "./ui.js";

/** How long changes of the list are collected before it is loaded again, in milliseconds. */
const pause = 500;
const here = messages?.dataset.conversation;
let timer;

const pathOf = (conversation) => `/conversations/${conversation}`;
const byId = (message) => document.getElementById(`m-${message}`);

/** Loads the list again, because it has a new row. */
function refreshList() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
        const list = document.querySelector("main .conversations, main .empty");
        if (!list) return dispatchEvent(new Event("engawa:list"));
        const { page } = await load("/conversations").catch(() => ({}));
        const fresh = page?.querySelector("main .conversations");
        if (fresh) list.replaceWith(document.adoptNode(fresh));
        countUnread();
    }, pause);
}

/** Changes of the user's factors in other sessions that are not acknowledged yet; may be empty. */
function showNotices({ html }) {
    const [fresh] = html ? elements(html) : [];
    const shown = document.querySelector(".security-notice");
    if (!fresh) return shown?.remove();
    if (fresh.dataset.until === shown?.dataset.until) return;
    fresh.querySelector("[name=return]").value = location.pathname + location.search;
    const bar = shown ?? make("div", { className: fresh.className, role: "status" });
    bar.dataset.until = fresh.dataset.until;
    if (!shown) document.getElementById("content").before(bar);
    // Screen readers ignore a live region that is inserted with its text.
    requestAnimationFrame(() => bar.replaceChildren(...fresh.children));
}

/** Loads everything that is shown again. */
async function refresh() {
    refreshList();
    if (!here || !isNewest) return;
    const { page } = await load(location.pathname).catch(() => ({}));
    if (!page) return;
    mergeNewest(page);
    const bar = page.querySelector(".topbar");
    if (bar) document.querySelector(".topbar").replaceWith(document.adoptNode(bar));
    if (present) showPresent(present);
}

/** A message was sent: the stream tells it, or the answer to who has sent it. */
export function posted(data) {
    const isHere = data.conversation === here;
    const isSeen = isHere && document.visibilityState === "visible";
    if (!bumpRow(pathOf(data.conversation), data, data.isMine || isSeen ? 0 : 1)) refreshList();
    if (!isHere || !isNewest || byId(data.message)) return;
    stopTyping();
    const shown = [...messages.querySelectorAll(".message")].at(-1);
    const before = data.previous && byId(data.previous);
    // It belongs further up: the page knows where.
    if (before && shown && before !== shown) return refresh();
    placeMessage(elements(data.html));
}

function changed(data) {
    const message = byId(data.message);
    if (!message) return;
    const fresh = elements(data.html).map((one) => one.querySelector(".message")).find((one) => one);
    if (!fresh) return;
    const foot = fresh.querySelector(".message-foot");
    // The parts of a message that are specific to its reader.
    const mark = message.querySelector(".bookmarked");
    if (mark && !fresh.querySelector(".bookmarked")) foot.prepend(mark);
    const time = message.querySelector(".message-foot > .time");
    if (!time) foot.querySelector(":scope > .time")?.remove();
    replaceMessage(fresh);
}

const take = {
    posted,
    changed,
    deleted: ({ message }) => removeMessage(`m-${message}`),
    conversation: ({ conversation }) => (conversation === here ? refresh() : refreshList()),
    refresh,
    joined: refreshList,
    gone({ conversation }) {
        if (conversation !== here) removeRow(pathOf(conversation));
        // Users who left themselves are being redirected.
        else if (isBusy()) setTimeout(take.gone, pause, { conversation });
        else location.reload();
    },
    read: ({ conversation, count }) => setUnread(pathOf(conversation), count),
    typing: (data) => data.conversation === here && showTyping(data),
    present: (data) => data.conversation === here && showPresent(data),
    notices: showNotices,
};

// Typing and presence above the text box; and reporting one's own typing.

/** How long a typing notice is valid, and how often one's own is sent, in milliseconds. */
const [typingTime, telling] = [5_000, 2_500];
const typing = new Map();
// Screen readers ignore a live region that is inserted with its text, so it exists from the start.
const line = make("p", { className: "typing", role: "status" });
form?.prepend(line);
let present;
let toldAt = 0;

function show() {
    const names = [...typing.values()].map(({ name }) => name);
    line.textContent = names.length === 0 ? "" : say("typing", names.join(", "));
}

function showTyping({ user, name }) {
    clearTimeout(typing.get(user)?.timer);
    const timer = setTimeout(() => {
        typing.delete(user);
        show();
    }, typingTime);
    typing.set(user, { name, timer });
    show();
}

/** Somebody who has sent a message is no longer typing. */
function stopTyping() {
    for (const { timer } of typing.values()) clearTimeout(timer);
    typing.clear();
    show();
}

/** Shows under the title how many people are online, with their names as tooltip. */
function showPresent(data) {
    present = data;
    const { names = [], count } = data;
    const place = document.querySelector(".topbar .subtitle, .topbar-title a, .topbar a[href*='/members'], .topbar a[href*='/users/']");
    if (!place) return;
    let dot = place.parentElement.querySelector(".present");
    dot ??= make("span", { className: "present" });
    dot.textContent = say("present", count);
    dot.title = names.join(", ");
    place.after(dot);
}

const isOff = () => /(?:^|; )typing=off/.test(document.cookie);

form?.elements.text?.addEventListener("input", ({ target }) => {
    if (!target.value.trim() || isOff() || Date.now() - toldAt < telling || !messages?.dataset.typing) return;
    toldAt = Date.now();
    fetch(messages.dataset.typing, { method: "POST", keepalive: true }).catch(() => {});
});
form?.addEventListener("submit", () => (toldAt = 0));

// While a message is on its way, an own one that the stream tells may be that very one, which is shown already: it waits
// for the answer, and what comes after it waits too, so that all keep their order.
const held = [];

function receive(event) {
    const { name, data } = event;
    const isOwn = name === "posted" && data.isMine && data.conversation === here;
    if ((isOwn || held.length > 0) && document.querySelector(".outgoing:not(.failed)")) held.push(event);
    else take[name]?.(data);
}

/** What was on its way has arrived, or failed. */
export function release() {
    for (const { name, data } of held.splice(0)) take[name]?.(data);
}

connect(here ? [here] : [], receive);
