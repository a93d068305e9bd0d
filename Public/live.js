// Live updates: new and changed messages, the list, the title, and presence.

import { draftWasDeleted, form } from "./composer.js";
import { connect, position } from "./connection.js";
import { takeDraft } from "./drafts.js";
import { bumpRow, countUnread, removeRow, setOnline, setUnread, takeOnline } from "./list.js";
import * as notifications from "./notify.js";
import { isBusy, load } from "./pages.js";
import { isAtEnd, messages, path } from "./scroll.js";
import {
    bury, elements, isNewest, lastMessage, mergeNewest, placeMessages, removeMessage, replaceMessage,
} from "./thread.js";
import { make, say, showAppearance, update } from "./ui.js";

/** How long changes of the list are collected before it is loaded again, in milliseconds. */
const refreshDelay = 500;
/** The first and the longest wait before a page that could not be loaded is tried again, in milliseconds. */
const [firstRetry, longestRetry] = [5_000, 300_000];
const here = messages?.dataset.conversation;
/** The conversation whose messages or members the page shows. */
const shown = here ?? location.pathname.match(/^\/conversations\/([^/]+)\/members$/)?.[1];
const viewer = document.body.dataset.user;
let timer;

const pathOf = (conversation) => `/conversations/${conversation}`;
const byId = (message) => document.getElementById(`m-${message}`);

/** Loads the list again, for changes that need a new row. */
function refreshList() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
        const list = document.querySelector(".list-page > .conversations, .list-page > .empty");
        if (!list) return dispatchEvent(new Event("engawa:list"));
        const { page } = await load("/conversations", position()).catch(() => ({}));
        const fresh = page?.querySelector("main .conversations");
        if (fresh) list.replaceWith(fresh);
        countUnread();
    }, refreshDelay);
}

/** Shows the changes of the user's factors that are not acknowledged yet, or removes the notice if there are none. */
function showNotices({ html }) {
    const [fresh] = html ? elements(html) : [];
    const shown = document.querySelector(".session-notice");
    if (!fresh) return shown?.remove();
    if (fresh.dataset.until === shown?.dataset.until) return;
    fresh.querySelector("[name=return]").value = location.pathname + location.search;
    const bar = shown ?? make("div", { className: fresh.className, role: "status" });
    bar.dataset.until = fresh.dataset.until;
    if (!shown) document.getElementById("content").before(bar);
    // Screen readers ignore a live region that is inserted with its text.
    requestAnimationFrame(() => bar.replaceChildren(...fresh.children));
}

/** How many pages are being loaded to replace the messages. */
let refreshing = 0;
let again;
let retryWait = firstRetry;

const showMembers = (conversation) => dispatchEvent(new CustomEvent("engawa:members", { detail: { conversation } }));

/** Loads everything that is shown again. */
async function refresh() {
    refreshList();
    if (shown) showMembers(shown);
    if (!here || !isNewest) return;
    clearTimeout(again);
    refreshing += 1;
    const { page } = await load(`${pathOf(here)}?at=newest`, position()).catch(() => ({}));
    refreshing -= 1;
    if (page) {
        retryWait = firstRetry;
        mergeNewest(page);
        for (const place of [".topbar", ".closed"]) {
            const bar = page.querySelector(place);
            if (bar) document.querySelector(place).replaceWith(bar);
        }
        if (present) showPresent(present);
    } else {
        again = setTimeout(refresh, retryWait);
        retryWait = Math.min(retryWait * 2, longestRetry);
    }
    if (!isSending()) releaseEvents();
}

// New messages are collected, and shown together.

/** New messages of this conversation, in their order. */
let fresh = [];
/** What changes in rows of the list, by path: the last new message, and how many are unread and mention the user. */
const rows = new Map();

/** @param isAnswer whether the data came to the sender, who may get them before events of earlier messages */
function collect(data, isAnswer = false) {
    const isHere = data.conversation === here;
    // Sending deletes the draft, which may be the text in this tab's box.
    if (isHere && data.isMine && form) draftWasDeleted();
    // The page of scheduled messages may list it as one that is still to be sent.
    if (data.isMine && location.pathname === "/scheduled") setTimeout(() => location.reload(), refreshDelay);
    const isSeen = isHere && document.visibilityState === "visible";
    const unread = data.isMine || isSeen || !data.sender ? 0 : 1;
    const row = rows.get(data.conversation) ?? { unread: 0, mentions: 0 };
    rows.set(data.conversation, {
        data, unread: row.unread + unread, mentions: row.mentions + (data.isMention ? unread : 0),
    });
    if (isHere && !isNewest && !data.isMine) dispatchEvent(new Event("engawa:below"));
    if (!isHere || !isNewest || fresh.some(({ message }) => message === data.message)) return;
    if (byId(data.message)) return changed(data);
    const last = fresh.at(-1)?.message ?? lastMessage()?.id.slice(2);
    if (!last || last === data.previous || isAnswer) return fresh.push(data);
    // The message belongs further up; a reloaded page has it at its place.
    flush();
    refresh();
}

/** Shows what was collected. */
function flush() {
    // Read before anything changes, for a layout less.
    const wasAtEnd = fresh.length > 0 && isAtEnd();
    for (const [conversation, { data, unread, mentions }] of rows) {
        if (!bumpRow(pathOf(conversation), data, unread, mentions)) refreshList();
    }
    rows.clear();
    if (fresh.length === 0) return;
    stopTyping();
    const parts = elements(fresh.map(({ html }) => `<section>${html}</section>`).join(""));
    fresh = [];
    placeMessages(parts.map((part) => [...part.children]), wasAtEnd);
}

/** Shows a new message at once: the response to its sender. */
export function posted(data) {
    takeEvents();
    collect(data, true);
    flush();
}

const bubble = (message) => message.querySelector(".bubble").innerHTML;

function changed(data) {
    bumpRow(pathOf(data.conversation), data, 0, 0);
    const message = byId(data.message);
    const fresh = message && elements(data.html).map((one) => one.querySelector(".message")).find((one) => one);
    if (!fresh) return;
    const foot = fresh.querySelector(".message-foot");
    // The event does not contain the parts of a message that are specific to the reader or to its place in the group.
    const mark = message.querySelector(".bookmarked");
    if (mark && !fresh.querySelector(".bookmarked")) foot.prepend(mark);
    const time = message.querySelector(".message-foot > .time");
    if (!time) foot.querySelector(":scope > .time")?.remove();
    // A selection of its text goes on, and what plays does: files never change.
    const isAsBefore = fresh.querySelector(".files") || bubble(message) === bubble(fresh);
    replaceMessage(fresh, isAsBefore && [
        ".bubble > .text", ".bubble > .preview", ".poll", ".reactions", ".replies", ".message-foot",
    ]);
}

const handlers = {
    posted: (data) => collect(data),
    changed,
    deleted({ message }) {
        const here = byId(message);
        if (here?.closest(".mine")) removeMessage(here.id);
        else if (here) bury(here);
    },
    conversation({ conversation }) {
        if (conversation === here) return refresh();
        showMembers(conversation);
        refreshList();
    },
    refresh,
    joined: refreshList,
    order: refreshList,
    gone({ conversation }) {
        if (conversation !== shown) removeRow(pathOf(conversation));
        // Users who left themselves are being redirected.
        else if (isBusy()) setTimeout(handlers.gone, refreshDelay, { conversation });
        else location.reload();
    },
    read({ conversation, count, mentions }) {
        setUnread(pathOf(conversation), count, mentions);
        if (conversation === here) dispatchEvent(new CustomEvent("engawa:read", { detail: { count } }));
    },
    draft: (data) => data.conversation === here && takeDraft(data),
    typing: (data) => data.conversation === here && showTyping(data),
    present(data) {
        if (data.conversation === here) showPresent(data);
        setOnline(pathOf(data.conversation), data.count > 1);
    },
    online({ conversations }) {
        takeOnline(conversations.map(pathOf));
    },
    notices: showNotices,
    notifications: countUnread,
    appearance: showAppearance,
};

// Shows who is typing and who is online, and reports the user's own typing.

/** How long a typing notice is shown, and how often the user's own typing is reported, in milliseconds. */
const [typingTime, telling] = [5_000, 2_500];
const typing = new Map();
// Screen readers ignore a live region that is inserted with its text, so it exists from the start.
const line = make("p", { className: "typing", role: "status" });
form?.prepend(line);
let present;
let toldAt = 0;

function show() {
    const names = [...typing.values()].map(({ name }) => name);
    update(line, "textContent", names.length === 0 ? "" : say("typing", names.join(", ")));
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

/** After a message, nobody is shown as typing until the next event. */
function stopTyping() {
    for (const { timer } of typing.values()) clearTimeout(timer);
    typing.clear();
    show();
}

/** Shows under the title how many people are online, with their names as tooltip. */
function showPresent(data) {
    present = data;
    // The viewer is not counted.
    const names = (data.names ?? []).filter((name, index) => name && data.users[index] !== viewer);
    const count = data.count - 1;
    const place = document.querySelector(".topbar .subtitle, .topbar-title a, .topbar a[href*='/members'], .topbar a[href*='/users/']");
    if (!place) return;
    let dot = place.parentElement.querySelector(".present");
    dot ??= make("span", { className: "present" });
    dot.textContent = place.pathname.startsWith("/users/") ? say("online") : say("present", count);
    dot.title = names.join(", ");
    dot.hidden = count < 1;
    // Behind all links, so that none moves.
    place.parentElement.append(dot);
}

const isOff = () => /(?:^|; )typing=off/.test(document.cookie);

form?.elements.text?.addEventListener("input", ({ target }) => {
    if (!target.value.trim() || isOff() || Date.now() - toldAt < telling || !here) return;
    toldAt = Date.now();
    fetch(`${path}/typing`, { method: "POST", keepalive: true }).catch(() => {});
});
form?.addEventListener("submit", () => (toldAt = 0));

// While a message is being sent, an event with a message of the user may be about that message, which is shown already.
// It is held until the response arrives, and so are the events after it, to preserve their order. While the page is
// loaded again all are held: it may have been made before them, and it replaces what is shown.
const held = [];
const isSending = () => document.querySelector(".outgoing:not(.failed)") !== null;

function handle(event) {
    const { name, data } = event;
    const isOwn = name === "posted" && data.isMine && data.conversation === here;
    if (refreshing > 0 || ((isOwn || held.length > 0) && isSending())) return held.push(event);
    if (name !== "posted") flush();
    handlers[name]?.(data);
}

/** The events that wait to be shown. */
const events = [];
/**
 * What happens within this time after something was shown is shown together, in milliseconds: each change of the page
 * costs a layout and a painting. Not in a callback for animation frames: the scrolling that follows would need a second
 * frame.
 */
const gatheringTime = 250;
let wait;
/** When events were shown last, in the time of `performance.now`. */
let shownAt = -gatheringTime;

function receive(event) {
    events.push(event);
    // Not later: what is told next is told by the settings that hold then.
    notifications.hear(event);
    if (events.length > 1) return;
    wait = setTimeout(takeEvents, performance.now() - shownAt < gatheringTime ? gatheringTime : 0);
}

function takeEvents() {
    clearTimeout(wait);
    shownAt = performance.now();
    for (const event of events.splice(0)) handle(event);
    flush();
}

/** Processes the held events: the message that was being sent has arrived or failed. */
export function releaseEvents() {
    while (held.length > 0 && refreshing === 0) {
        const { name, data } = held.shift();
        if (name !== "posted") flush();
        handlers[name]?.(data);
    }
    flush();
}

notifications.start(here);
connect(here ? [here] : [], receive);
