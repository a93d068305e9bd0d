// The list of conversations: loaded from the server, updated by events, filtered by name, with unread counts also in
// the browser tab.

import { counted } from "./notify.js";
import { load } from "./pages.js";
import { folded, isComposing, make, say, update } from "./ui.js";

let loading;

/** The page with the list; loaded once, or again if `isFresh`. */
export function listPage(isFresh = false) {
    if (!loading || isFresh) {
        loading = load("/conversations").then(({ page }) => page);
        loading.catch(() => (loading = undefined));
    }
    return loading;
}

/** The conversations on the first page of the list, in its order. */
export const rows = async (isFresh) => rowsOf(await listPage(isFresh));

/** Whether there are more conversations than on the first page. */
export const hasMore = async () => (await listPage()).querySelector("main > .older") !== null;

const named = (query) => load(`/conversations?${new URLSearchParams({ q: query })}`).then(({ page }) => page);

/** The conversations that the server finds by a part of their name. */
export const namedRows = async (query) => rowsOf(await named(query));

function rowsOf(page) {
    return [...page.querySelectorAll(".conversations a.conversation")].map((link) => ({
        href: link.getAttribute("href"),
        path: link.pathname,
        title: link.querySelector(".conversation-title").textContent,
        people: link.querySelector(".conversation-people")?.textContent ?? "",
        avatar: link.querySelector(".avatar"),
        badge: link.querySelector(".badge"),
    }));
}

const lists = () => document.querySelectorAll(".conversations");
const pathOf = (row) => row.querySelector("a.conversation").pathname;
const timeOf = (row) => Date.parse(row.querySelector("time")?.dateTime) || 0;
const rowAt = (list, path) => [...list.children].find((row) => pathOf(row) === path);

/** Shows a new message in the row of the conversation at `path`, and moves the row up; false without a row. */
export function bumpRow(path, { excerpt, clock, fullTime, timestamp, isMine }, unread, mentions) {
    let isThere = false;
    for (const list of lists()) {
        const row = rowAt(list, path);
        if (!row) continue;
        isThere = true;
        // The row may show a newer message already, or this one as it was. Some events have no time.
        const age = Date.parse(timestamp) - timeOf(row);
        if (!(age >= 0)) continue;
        // Sending a message deletes the draft.
        if (age && isMine) row.querySelector(".draft")?.remove();
        if (!row.querySelector(".draft")) row.querySelector(".conversation-excerpt bdi").textContent = excerpt;
        if (!age) continue;
        const time = row.querySelector("time");
        [time.dateTime, time.title] = [timestamp, fullTime];
        if (time.textContent !== clock) changeSide(row, (side) => (side.querySelector("time").textContent = clock));
        if (unread) showBadge(row, countOf(row) + unread, mentionsOf(row) + mentions);
        const hadFocus = row.contains(document.activeElement);
        // Under those that are pinned, unless it is one of them.
        const top = [...list.children].find((one) => row.matches("[data-pinned]") || !one.matches("[data-pinned]"));
        if (top !== row) top.before(row);
        if (hadFocus) row.firstElementChild.focus({ preventScroll: true });
        refilter(list);
    }
    countUnread();
    return isThere || lists().length === 0;
}

/** Replaces the column at the end of a row, which is as wide as its text: a change of its width would be a layout shift. */
function changeSide(row, change) {
    const side = row.querySelector(".conversation-side");
    const newSide = side.cloneNode(true);
    change(newSide);
    side.replaceWith(newSide);
}

/** Sets how many messages of the conversation at `path` are unread, and how many of these mention the user. */
export function setUnread(path, count, mentions) {
    for (const list of lists()) {
        const row = rowAt(list, path);
        if (row) showBadge(row, count, mentions);
        // It may be a conversation without a row, whose messages are in the count below the rows.
        else if (unreadBelow(list)) dispatchEvent(new Event("engawa:list"));
    }
    countUnread();
}

/** The link to the conversations that have no row here. */
const olderOf = (list) => list.parentElement.querySelector(":scope > .older");

/** How many of their messages the title counts: known where the list beside a page has its first rows only. */
const unreadBelow = (list) => Number(olderOf(list)?.dataset.unread ?? 0);

/** The highest count that is shown as a number. */
const maximumCount = 99;

const countOf = (row) => parseInt(row.querySelector(".badge")?.textContent, 10) || 0;
const mentionsOf = (row) => Number(row.querySelector(".badge")?.dataset.mentions ?? 0);

function showBadge(row, count, mentions) {
    if (countOf(row) === count && mentionsOf(row) === mentions) return;
    changeSide(row, (side) => {
        side.querySelector(".badges")?.remove();
        if (count) side.append(badges(count, mentions, row));
    });
}

function badges(count, mentions, row) {
    const text = count > maximumCount ? `${maximumCount}+` : String(count);
    const unseen = (name) => make("span", { className: "unseen" }, say(name));
    const badge = make("span", { className: "badge" }, text, unseen("unread"));
    const badges = make("span", { className: "badges" }, badge);
    // In a direct conversation every message is for the person.
    if (mentions > 0 && row.querySelector(".conversation-people")) {
        badge.dataset.mentions = mentions;
        badge.before(make("span", { className: "mentioned" }, "@", unseen("mentioned")));
    }
    return badges;
}

/** Removes the conversation at `path` from the list. */
export function removeRow(path) {
    for (const list of lists()) rowAt(list, path)?.remove();
    countUnread();
}

/** The paths of the direct conversations in which the other person is online. */
const online = new Set();

/** Shows in the row of the direct conversation at `path` whether the other person is online. */
export function setOnline(path, isOnline) {
    isOnline ? online.add(path) : online.delete(path);
    showAllOnline();
}

/** Shows that in these direct conversations the other person is online, and in no others. */
export function takeOnline(paths) {
    online.clear();
    for (const path of paths) online.add(path);
    showAllOnline();
}

/** Shows who is online in all rows; also after the list was loaded again. */
function showAllOnline() {
    for (const link of document.querySelectorAll(".conversations a.conversation")) {
        const isOnline = online.has(link.pathname);
        // A group has no dot: there its members are counted.
        if (link.querySelector(".conversation-people") || link.classList.contains("online") === isOnline) continue;
        link.classList.toggle("online", isOnline);
        link.querySelector(".is-online")?.remove();
        if (isOnline) link.querySelector(".conversation-text").append(make("span", { className: "unseen is-online" }, say("online")));
    }
}

const icon = document.querySelector("link[rel=icon]");

/** Shows the sum of what counts in the list in the browser tab: in the title, and as a dot on the icon. "99+" counts as 99. */
export function countUnread() {
    showAllOnline();
    const [list] = lists();
    if (!list) return;
    const sum = [...list.children].reduce((sum, row) =>
        sum + counted(countOf(row), mentionsOf(row), row.querySelector(".conversation-people") !== null, pathOf(row).split("/")[2]), unreadBelow(list));
    // As rendered, as long as the server has not told what counts.
    if (isNaN(sum)) return;
    const title = document.title.replace(/^\(\d+\+?\) /, "");
    update(document, "title", sum > 0 ? `(${sum}) ${title}` : title);
    const url = new URL(sum > 0 ? "icon-unread.svg" : "icon.svg", import.meta.url).href;
    if (icon && icon.href !== url) icon.href = url;
}

/** Hides the items without `query` in their name; returns how many are left. */
function filter(items, query, nameOf) {
    const words = folded(query).split(/\s+/);
    let count = 0;
    for (const item of items) {
        const name = folded(nameOf(item));
        item.hidden = !words.every((word) => name.includes(word));
        if (!item.hidden) count += 1;
    }
    return count;
}

/** Shows the sentence under the list if no item is left. */
function tell(list, count, sentence) {
    let notice = list.nextElementSibling;
    if (!notice?.matches(".nothing-found")) {
        notice = make("p", { className: "nothing-found muted", role: "status" });
        list.after(notice);
    }
    notice.textContent = count === 0 ? sentence : "";
}

const nameOfRow = (row) =>
    [".conversation-title", ".conversation-people"].map((part) => row.querySelector(part)?.textContent ?? "").join(" ");

/** Applies the filter again after the list has changed. */
export function refilter(list) {
    const field = list.closest("main, .beside-list")?.querySelector(".search input");
    if (!field?.value && !list.querySelector(":scope > [hidden]")) return;
    tell(list, filter(list.children, field.value, nameOfRow), say("nothing-found"));
}

/** How long after the last input the server is asked, in milliseconds. */
const askDelay = 200;
let asking;

/** Adds the conversations that the server finds by `query`, and that are not on this page of the list. */
async function addNamed(list, query) {
    for (const row of [...(await named(query)).querySelectorAll(".conversations > li")]) {
        if (!rowAt(list, pathOf(row))) list.append(row);
    }
    refilter(list);
}

// Conversations are filtered by the search field.
document.addEventListener("input", ({ target }) => {
    if (!target.matches(".search input")) return;
    const list = target.closest("main, .beside-list")?.querySelector(".conversations");
    if (!list) return;
    refilter(list);
    clearTimeout(asking);
    if (target.value && olderOf(list)) {
        asking = setTimeout(() => addNamed(list, target.value).catch(() => {}), askDelay);
    }
});
