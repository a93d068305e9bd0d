// Tells the server which message was seen: the newest one, once it has been on the screen for a moment.

import { distanceFromEnd, isNewest, messages, nearEnd } from "./thread.js";

/** How long one has to look, in milliseconds. */
const moment = 400;
/** How long the server is to believe that a script tells what is seen, in seconds. */
const told = 600;
let timer;

// What a page shows counts as read for who has no scripts. Here it counts when it is seen.
const secure = location.protocol === "https:" ? "; Secure" : "";
document.cookie = `reading=told; Path=/; Max-Age=${told}; SameSite=Lax${secure}`;

const isInSight = () =>
    document.visibilityState === "visible" && "unread" in messages.dataset && distanceFromEnd() < nearEnd;

async function tell() {
    if (!isInSight()) return;
    const newest = [...messages.querySelectorAll(".message")].at(-1)?.id.slice(2);
    if (!newest) return;
    delete messages.dataset.unread;
    const body = new URLSearchParams({ message: newest });
    try {
        const answer = await fetch(messages.dataset.read, { method: "POST", body, keepalive: true });
        if (!answer.ok) throw new Error(answer.status);
        dispatchEvent(new Event("engawa:read"));
    } catch {
        // Once more when something moves next.
        messages.dataset.unread = "";
    }
}

function look() {
    clearTimeout(timer);
    if (isInSight()) timer = setTimeout(tell, moment);
}

if (isNewest) {
    for (const happening of ["scroll", "resize", "focus", "pageshow", "engawa:merged"]) addEventListener(happening, look, { passive: true });
    document.addEventListener("visibilitychange", look);
    look();
}
