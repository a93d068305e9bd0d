// A tab's connection to the event stream: through the shared worker of all tabs, or else its own. Shows a notice
// when the stream is broken and when it reconnects, and when there has been no network for a while.

import { Stream } from "./stream.js";
import { make, makeButton, say } from "./ui.js";

/** How often the tab tells the worker that it is still open, in milliseconds. */
const heartbeat = 45_000;
/** How long a stream must be broken before a notice is shown, in milliseconds. */
const brokenDelay = 3_000;
/** How long the network must be missing before a notice is shown, in milliseconds. */
const offlineDelay = 5_000;
/** The newest event that this tab has received. */
let last = document.body.dataset.live;
let notice;
let countdown;
let brokenAt;
let offlineNotice;
let timer;
let probe;

/** Up to where the stream has told what happened. */
export const position = () => last;

/** The stream works: removes the notice. */
function connected() {
    brokenAt = undefined;
    clearInterval(countdown);
    notice?.remove();
    notice = undefined;
}

/** The stream is broken: shows a notice that counts down `wait` milliseconds to the next attempt. */
function broken(wait, retry) {
    brokenAt ??= Date.now();
    const end = Date.now() + wait;
    clearInterval(countdown);
    const show = () => {
        if (Date.now() - brokenAt < brokenDelay || !say("reconnecting")) return;
        // Without a network there is no attempt, and `showOffline` shows its own notice.
        if (!navigator.onLine) {
            notice?.remove();
            notice = undefined;
            return;
        }
        if (!notice) {
            const again = makeButton("link", say("try-now"), retry);
            notice = make("p", { className: "offline reconnecting", role: "status" }, make("span"), " ", again);
            document.body.append(notice);
        }
        const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1_000));
        // Two places (a figure space is as wide as a digit), so that the notice is as wide at 9 seconds as at 10.
        notice.firstChild.textContent = say("reconnecting", String(seconds).padStart(2, "\u2007"));
    };
    countdown = setInterval(show, 500);
    show();
}

/** Opens the stream of the conversations `watching`, and passes every event since the page was rendered to `take`. */
export function connect(watching, take) {
    if (!last || !("EventSource" in window)) return;
    let isOver = false;
    let send;
    const receive = async ({ name, id, data }) => {
        last = id ?? last;
        if (name === "ready") {
            // Also told when another tab opens the stream anew.
            const wasBroken = brokenAt !== undefined;
            connected();
            if (wasBroken) dispatchEvent(new Event("engawa:connected"));
            return;
        }
        if (name !== "broken") return take({ name, data });
        if (isOver) return;
        isOver = await checkSession();
        if (isOver) {
            connected();
            send({ leaves: true });
            take({ name: "over" });
        } else broken(data.wait, () => send({ retries: true }));
    };
    // A message for a page in the back/forward cache would evict it, so its port is closed.
    let port;
    let isCached = false;
    const close = () => {
        isCached = true;
        send({ leaves: true });
        port?.close();
        port = undefined;
    };
    let open = () => {};
    if ("SharedWorker" in window) {
        open = () => {
            port = new SharedWorker(new URL("stream.js", import.meta.url), { type: "module", name: "engawa" }).port;
            port.addEventListener("message", ({ data }) => receive(data));
            port.start();
        };
        send = (message) => port?.postMessage(message);
        setInterval(() => isOver || send({}), heartbeat);
        open();
    } else {
        const stream = new Stream((_, message) => receive(message));
        send = ({ watching, last, leaves, retries }) => {
            if (leaves) stream.leave(receive);
            else if (retries) stream.retry();
            else if (watching) stream.listen(receive, watching, last);
        };
    }
    const listen = () => !isOver && !isCached && send({ watching: document.visibilityState === "visible" ? watching : [], last });
    listen();
    document.addEventListener("visibilitychange", listen);
    addEventListener("pagehide", close);
    // A page from the back/forward cache continues after its last event.
    addEventListener("pageshow", ({ persisted }) => {
        if (!persisted) return;
        isCached = false;
        open();
        listen();
    });
    addEventListener("online", () => send({ retries: true }));
}

/** The network may be missing: shows a notice after a while, unless a request succeeds. */
function networkLost() {
    if (timer || offlineNotice) return;
    timer = setTimeout(showOffline, offlineDelay);
    // Only one request may have failed, so the smallest page is requested repeatedly.
    probe = setInterval(() => fetch("/healthz", { cache: "no-store" }).then(networkFound, () => {}), offlineDelay / 2);
}

/** A request succeeded: removes the notice. */
function networkFound() {
    clearTimeout(timer);
    clearInterval(probe);
    offlineNotice?.remove();
    timer = offlineNotice = undefined;
}

function showOffline() {
    const text = say("offline");
    // If only the server is unreachable, the notice of `broken` is shown.
    if (!text || (brokenAt && navigator.onLine)) return;
    offlineNotice = make("p", { className: "offline", role: "status" });
    document.body.append(offlineNotice);
    requestAnimationFrame(() => offlineNotice && (offlineNotice.textContent = text));
}

addEventListener("offline", networkLost);
addEventListener("engawa:unreached", networkLost);
addEventListener("online", networkFound);
addEventListener("engawa:reached", () => {
    networkFound();
    // The response may be from before the network was lost, so the requests continue.
    if (!navigator.onLine) networkLost();
});
if (!navigator.onLine) networkLost();

// The end of the session: hides what the page shows, in all tabs of the browser and in pages from its back/forward cache.

/** Each page without a session changes this item, which tells the other tabs that the session may have ended. */
const item = "without-session";
const isSignedIn = document.body.dataset.live !== undefined;
const title = document.title;

function stored() {
    try {
        return localStorage.getItem(item);
    } catch {
        // Storage may be disabled.
        return null;
    }
}

const known = stored();

/** Hides the page, or shows it again. */
function hide(isHidden) {
    document.documentElement.classList.toggle("signed-off", isHidden);
    document.title = isHidden ? "Engawa" : title;
}

/** Shows a notice if the session has ended, and returns whether it has. The page and its unsent text stay. */
async function checkSession() {
    const answer = await fetch("/profile", { redirect: "manual", cache: "no-store" }).catch(() => undefined);
    if (answer?.type !== "opaqueredirect") return false;
    // Another request may have shown the notice already.
    if (document.querySelector(".signed-out")) return true;
    const back = encodeURIComponent(location.pathname + location.search);
    document.body.append(
        make("p", { className: "offline signed-out", role: "alert" }, say("session-ended"), " ",
            make("a", { href: `/sign-in?return=${back}` }, say("sign-in"))));
    return true;
}

if (isSignedIn) {
    addEventListener("storage", async ({ key }) => key === item && (await checkSession()) && hide(true));
    addEventListener("pageshow", async ({ persisted }) => {
        if (!persisted) return;
        if (stored() !== known) hide(true);
        if (!(await checkSession())) hide(false);
    });
} else {
    try {
        localStorage.setItem(item, String(Date.now()));
    } catch {
        // The event stream tells the other tabs.
    }
}
