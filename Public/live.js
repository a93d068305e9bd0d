// What happens elsewhere arrives by itself: new and changed messages, the list, the title, and who is there.

import { form } from "./composer.js";
import { connect } from "./connection.js";
import { bumpRow, countUnread, removeRow, setUnread } from "./list.js";
import { isBusy, load } from "./pages.js";
import { elements, isNewest, mergeNewest, messages, placeMessage, removeMessage, replaceMessage } from "./thread.js";
import { make, say } from "./ui.js";

/** How long changes of the list are gathered before it is asked for again, in milliseconds. */
const pause = 500;
const here = messages?.dataset.conversation;
let timer;

const pathOf = (conversation) => `/conversations/${conversation}`;
const byId = (message) => document.getElementById(`m-${message}`);

/** The list, read again: a row came that nobody has written yet. */
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

/** What happened to one's factors in another session: all that was not seen yet, or nothing any more. */
function showNotices({ html }) {
    const [fresh] = html ? elements(html) : [];
    const shown = document.querySelector(".security-notice");
    if (!fresh) return shown?.remove();
    if (fresh.dataset.until === shown?.dataset.until) return;
    fresh.querySelector("[name=return]").value = location.pathname + location.search;
    const bar = shown ?? make("div", { className: fresh.className, role: "status" });
    bar.dataset.until = fresh.dataset.until;
    if (!shown) document.getElementById("content").before(bar);
    // A region that comes with its text is not read out.
    requestAnimationFrame(() => bar.replaceChildren(...fresh.children));
}

/** All that is shown, read again. */
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

function posted(data) {
    const isHere = data.conversation === here;
    const isSeen = isHere && document.visibilityState === "visible";
    if (!bumpRow(pathOf(data.conversation), data, data.isMine || isSeen ? 0 : 1)) refreshList();
    if (!isHere || !isNewest || byId(data.message)) return;
    // One's own is on its way to its place already.
    if (data.isMine && document.querySelector(".outgoing:not(.failed)")) return;
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
    // What is one's own, and what the others' pages don't have.
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
        // Whoever leaves by their own will is on the way elsewhere.
        else if (isBusy()) setTimeout(take.gone, pause, { conversation });
        else location.reload();
    },
    read: ({ conversation, count }) => setUnread(pathOf(conversation), count),
    typing: (data) => data.conversation === here && showTyping(data),
    present: (data) => data.conversation === here && showPresent(data),
    notices: showNotices,
};

// Who types and who is here, above the box to write in; and telling the others that one types oneself.

/** How long somebody types without saying so again, and how often one says so oneself, in milliseconds. */
const [typingTime, telling] = [5_000, 2_500];
const typing = new Map();
// A region that comes with its text is not read out: it is there from the start.
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

/** Whoever has said something does not type any more. */
function stopTyping() {
    for (const { timer } of typing.values()) clearTimeout(timer);
    typing.clear();
    show();
}

/** Says under the title how many are here; who they are stands in the hint. */
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

connect(here ? [here] : [], ({ name, data }) => take[name]?.(data));
