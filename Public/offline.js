// Says so when there has been no network for a while, and takes it back when there is.

import { make } from "./make.js";
import { say } from "./words.js";

/** In milliseconds. */
const patience = 5_000;
let notice;
let timer;
let probe;

function lost() {
    if (timer || notice) return;
    timer = setTimeout(show, patience);
    // What failed may have been one request only: the smallest page tells.
    probe = setInterval(() => fetch("/healthz", { cache: "no-store" }).then(found, () => {}), patience / 2);
}

function found() {
    clearTimeout(timer);
    clearInterval(probe);
    notice?.remove();
    timer = notice = undefined;
}

function show() {
    const text = say("offline");
    if (!text) return;
    notice = make("p", { className: "offline", role: "status" });
    document.body.append(notice);
    requestAnimationFrame(() => notice && (notice.textContent = text));
}

addEventListener("offline", lost);
addEventListener("engawa:unreached", lost);
addEventListener("online", found);
addEventListener("engawa:reached", () => {
    found();
    // It may have been on its way before the network was gone: the probe tells.
    if (!navigator.onLine) lost();
});
if (!navigator.onLine) lost();
