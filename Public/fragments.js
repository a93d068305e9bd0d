// Puts what the server has written, a message, its reactions or a row of the list, where it belongs on this page.
// A fragment is an element as it stands on the server's own pages.

import { refilter } from "./filter.js";
import { make } from "./make.js";
import { distanceFromEnd, goToEnd, holding, isNewest, messages, nearEnd } from "./thread.js";
import { showUnread, unreadIn } from "./unread.js";
import { say } from "./words.js";

/** Messages of one author further apart than this begin a new group, in milliseconds. */
const groupSpan = 5 * 60_000;

/** The elements of a piece of HTML that the server wrote. */
export function elements(html) {
    return [...new DOMParser().parseFromString(html, "text/html").body.children].map((one) => document.adoptNode(one));
}

/** Changes the messages so that whoever is at the end stays there, and for anyone else nothing moves. */
function changing(change) {
    const wasAtEnd = isNewest && distanceFromEnd() < nearEnd;
    const seen = [...(messages?.querySelectorAll(".message") ?? [])].find((one) => one.getBoundingClientRect().bottom > 0);
    if (wasAtEnd || !seen) change();
    else holding(() => document.getElementById(seen.id) ?? seen, change);
    if (wasAtEnd) goToEnd();
    return wasAtEnd;
}

/** `there` takes the place of the message that has its id. Whether there was one. */
export function replaceMessage(there) {
    const here = document.getElementById(there.id);
    if (!here) return false;
    const node = document.adoptNode(there);
    changing(() => here.replaceWith(node));
    return true;
}

/** Takes the message `id` ("m-…") away, and its group where it was the only one. */
export function removeMessage(id) {
    const here = document.getElementById(id);
    if (!here) return;
    const group = here.closest(".group");
    changing(() => {
        const time = here.querySelector(".message-foot > .time");
        const last = here.previousElementSibling;
        here.remove();
        if (!group?.querySelector(".message")) group?.remove();
        // The time stands under the last one of a group.
        else if (time && last?.matches(".message")) last.querySelector(".message-foot").prepend(time);
    });
}

/** The reactions of the message `id` as `there` has them; without it there are none. */
export function replaceReactions(id, there) {
    const message = document.getElementById(id);
    if (!message) return;
    const here = message.querySelector(":scope > .reactions");
    const node = there && document.adoptNode(there);
    changing(() => {
        if (here && node) here.replaceWith(node);
        else if (here) here.remove();
        else if (node) message.querySelector(".message-foot").before(node);
    });
}

/**
 * Puts a new message at the end. `nodes` are what a page has for it: the day, where it says so a line above what is
 * new, and the group or the event. One that is here already is replaced.
 */
export function placeMessage(nodes) {
    if (!isNewest) return;
    const fresh = nodes.map((node) => document.adoptNode(node));
    const message = fresh.map((node) => node.querySelector(".message")).find((one) => one);
    if (message && replaceMessage(message)) return;
    const wasAtEnd = changing(() => {
        const days = messages.querySelectorAll("h2.day");
        for (const node of fresh) {
            if (node.matches("h2.day") && node.textContent === [...days].at(-1)?.textContent) continue;
            if (node.matches(".new-messages") && document.getElementById("new")) continue;
            if (!node.matches(".group") || !joins(node)) messages.append(node);
        }
    });
    message?.classList.add("arrived");
    if (message && !message.closest(".mine")) messages.dataset.unread = "";
    dispatchEvent(new CustomEvent("engawa:merged", { detail: { added: message ? [message] : [], wasAtEnd } }));
}

/** Adds the message of `group` to the last group, where both are of one author and not far apart. */
function joins(group) {
    const last = messages.lastElementChild;
    if (!last?.matches(".group") || last.classList.contains("mine") !== group.classList.contains("mine")) return false;
    const author = (one) => one.querySelector(".author a")?.pathname;
    const times = [last, group].map((one) => [...one.querySelectorAll(".message-foot > .time")].at(-1));
    if (author(last) !== author(group) || times.some((time) => !time)) return false;
    if (Date.parse(times[1].dateTime) - Date.parse(times[0].dateTime) > groupSpan) return false;
    times[0].remove();
    last.querySelector(".bubbles").append(...group.querySelectorAll(".message"));
    return true;
}

const lists = () => document.querySelectorAll(".conversations");
const pathOf = (row) => row.querySelector("a.conversation").pathname;
const timeOf = (row) => Date.parse(row.querySelector("time")?.dateTime) || 0;
const rowAt = (list, path) => [...list.children].find((row) => pathOf(row) === path);

/** A row of the list as the server has it now: it goes where its time puts it, the latest first. */
export function placeRow(row) {
    for (const list of lists()) {
        const node = document.importNode(row, true);
        const here = rowAt(list, pathOf(node));
        const isCurrent = here?.querySelector("[aria-current]");
        if (isCurrent) node.firstElementChild.setAttribute("aria-current", "page");
        const hadFocus = here?.contains(document.activeElement);
        here?.remove();
        const next = [...list.children].find((other) => timeOf(other) < timeOf(node));
        list.insertBefore(node, next ?? null);
        if (hadFocus) node.firstElementChild.focus({ preventScroll: true });
        refilter(list);
    }
    countUnread();
}

/** Writes the last message of the conversation at `path` into its row, which goes to the top. Whether there is one. */
export function bumpRow(path, { excerpt, clock, fullTime, timestamp }, unread) {
    let isThere = false;
    for (const list of lists()) {
        const row = rowAt(list, path);
        if (!row) continue;
        isThere = true;
        const time = row.querySelector("time");
        // The row may be younger than what is told.
        if (Date.parse(timestamp) <= timeOf(row)) continue;
        if (!row.querySelector(".draft")) row.querySelector(".conversation-excerpt bdi").textContent = excerpt;
        Object.assign(time, { textContent: clock, dateTime: timestamp, title: fullTime });
        if (unread) showBadge(row, (parseInt(row.querySelector(".badge")?.textContent, 10) || 0) + unread);
        const hadFocus = row.contains(document.activeElement);
        if (list.firstElementChild !== row) list.prepend(row);
        if (hadFocus) row.firstElementChild.focus({ preventScroll: true });
        refilter(list);
    }
    countUnread();
    return isThere || lists().length === 0;
}

/** So much is unread in the conversation at `path`. */
export function setUnread(path, count) {
    for (const list of lists()) {
        const row = rowAt(list, path);
        if (row) showBadge(row, count);
    }
    countUnread();
}

/** More than this is not counted. */
const most = 99;

function showBadge(row, count) {
    const here = row.querySelector(".badge");
    if (!count) return here?.remove();
    const text = count > most ? `${most}+` : String(count);
    here?.remove();
    row.querySelector(".conversation-side")
        .append(make("span", { className: "badge" }, text, make("span", { className: "unseen" }, say("unread"))));
}

/** The conversation at `path` is no longer in the list. */
export function removeRow(path) {
    for (const list of lists()) rowAt(list, path)?.remove();
    countUnread();
}

/** The title and the icon say what the list says. */
export function countUnread() {
    const list = lists()[0];
    if (list) showUnread(unreadIn(list));
}
