// Notifications of new messages while a page is open: one for all tabs of a browser and for each conversation.
//
// One tab shows them, the one that holds a lock; each tab that shows a conversation holds another one. Locks need a
// secure context, as notifications do.

import { say } from "./ui.js";

/** Why notifications can't be shown here, or else the state of the browser's permission. */
export function permission() {
    if (!isSecureContext) return "insecure";
    // Chromium on Android shows those of service workers only.
    const isWorkersOnly = navigator.userAgentData?.platform === "Android";
    if (!("Notification" in globalThis) || !navigator.locks || isWorkersOnly) return "unsupported";
    return Notification.permission;
}

/** The lock of the tab that shows notifications, and the locks of those that show a conversation. */
const showing = "engawa:notifications";
const reading = (conversation) => `engawa:reading:${conversation}`;
/** How many notifications are shown at once; another one closes the oldest. */
const maximumShown = 16;

/**
 * How long a page from the back/forward cache waits before it takes a lock, in milliseconds. The page that was left then
 * may still have it, and would be evicted from the cache.
 */
const returnDelay = 500;

let settings;
let gotSettings;
const known = new Promise((resolve) => (gotSettings = resolve));
/** The notifications of this tab, by conversation: the oldest first. */
const shown = new Map();
/** The newest messages that this tab was told of: another server may tell of them again. */
const told = new Set();
const maximumTold = 100;
let isShowing = false;
let stopShowing;
let stopReading;
// What is shown and closed one after the other, in the order of the events.
let last = Promise.resolve();

/** Takes the person's settings from the server. */
function takeSettings(data) {
    settings = data;
    gotSettings();
}

/**
 * How many unread messages of a conversation the title counts: those that call, or all as long as nothing is chosen.
 * Undefined before the server has told.
 */
export function counted(count, mentions, isGroup, conversation) {
    if (!settings) return undefined;
    const level = levelOf(conversation);
    if (level) return level === "nothing" ? 0 : level === "mentions" && isGroup ? mentions : count;
    if (!settings.isChosen) return count;
    if (!isGroup) return settings.directs ? count : 0;
    const others = settings.others ? Math.max(0, count - mentions) : 0;
    return others + (settings.mentions ? Math.min(count, mentions) : 0);
}

/** What is chosen for a conversation, if it is in force; a site of an earlier version tells nothing of it. */
function levelOf(conversation) {
    const [level, until] = settings.levels?.[conversation] ?? [];
    return until && until < Date.now() ? undefined : level;
}

/** Whether nothing is announced at this time of day. */
function isQuiet() {
    const [from, to] = settings.quiet ?? [];
    const now = new Date().toTimeString().slice(0, 5);
    return from < to ? from <= now && now < to : from <= now || now < to;
}

function calls({ conversation, group, isMention }) {
    const level = levelOf(conversation);
    if (level) return level === "all" || (level === "mentions" && (!group || isMention));
    return !group ? settings.directs : isMention ? settings.mentions : settings.others;
}

/** Holds a lock until the returned function is called. */
function hold(name, options, begin = () => {}) {
    let release;
    let isOver = false;
    const end = new Promise((resolve) => (release = resolve));
    const take = () => {
        if (!isOver) begin();
        return end;
    };
    // Refused where the page is being left.
    const waiting = new AbortController();
    navigator.locks.request(name, { ...options, signal: waiting.signal }, take).catch(() => {});
    return () => {
        isOver = true;
        release();
        waiting.abort();
    };
}

/** What a notification says. */
function words({ sender, group, excerpt }) {
    if (settings.content === "nothing") return [say("new-message")];
    const body = group ? say("new-message-from", sender) : say("new-message");
    return [group ?? sender, settings.content === "excerpt" ? excerpt : body];
}

/** Calls the person for a new message, unless it is their own or some tab shows its conversation. */
function notify(data) {
    if (!data.sender || data.isMine || told.has(data.message) || !isShowing) return;
    told.add(data.message);
    if (told.size > maximumTold) told.delete(told.values().next().value);
    last = last.then(async () => {
        await known;
        // The browser is asked last, because it asks another process.
        if (isQuiet() || !calls(data) || permission() !== "granted") return;
        const { held } = await navigator.locks.query();
        if (!isShowing || held.some(({ name }) => name === reading(data.conversation))) return;
        show(data);
    }).catch(() => {});
}

function show(data) {
    const { conversation, message } = data;
    const [title, body = ""] = words(data);
    close(conversation);
    if (shown.size >= maximumShown) close(shown.keys().next().value);
    const notice = new Notification(title, { body, tag: conversation, renotify: true, silent: !settings.sound });
    shown.set(conversation, { notice, message });
    notice.addEventListener("click", () => {
        window.focus();
        close(conversation);
        // Without a fragment the page opens at the first unread message.
        location.assign(`/conversations/${conversation}`);
    });
    notice.addEventListener("close", () => shown.get(conversation)?.notice === notice && shown.delete(conversation));
}

function close(conversation) {
    const notice = shown.get(conversation)?.notice;
    shown.delete(conversation);
    notice?.close();
}

/** The conversation was read on some device, or left: its notification goes. */
function forget(conversation) {
    last = last.then(() => close(conversation));
}

/** The message was deleted: its notification goes. */
function forgetMessage(message) {
    last = last.then(() => {
        for (const [conversation, one] of shown) if (one.message === message) close(conversation);
    });
}

/** Begins to show notifications in one of the tabs, and tells the other tabs what this one shows. */
export function start(conversation) {
    // A page without a session has no events, and must not keep another one from showing them.
    if (!isSecureContext || !navigator.locks || !document.body.dataset.live) return;
    const look = () => {
        stopReading?.();
        stopReading = undefined;
        if (conversation && document.visibilityState === "visible") {
            stopReading = hold(reading(conversation), { mode: "shared" });
        }
    };
    const begin = () => {
        stopShowing ??= hold(showing, {}, () => (isShowing = true));
        look();
    };
    document.addEventListener("visibilitychange", look);
    // A page that holds a lock can't go to the back/forward cache.
    addEventListener("pagehide", () => {
        stop();
        stopReading?.();
        stopReading = undefined;
    });
    addEventListener("pageshow", ({ persisted }) => persisted && setTimeout(begin, returnDelay));
    begin();
}

/** Lets another tab show notifications: the page is left, or its session has ended. */
function stop() {
    stopShowing?.();
    stopShowing = undefined;
    isShowing = false;
    for (const conversation of [...shown.keys()]) close(conversation);
}

const handlers = {
    posted: notify,
    deleted: ({ message }) => forgetMessage(message),
    gone: ({ conversation }) => forget(conversation),
    read: ({ conversation, count }) => count === 0 && forget(conversation),
    notifications: takeSettings,
    over: stop,
};

/** Does what an event means for notifications. Each event is heard when it comes, in their order. */
export const hear = ({ name, data }) => handlers[name]?.(data);
