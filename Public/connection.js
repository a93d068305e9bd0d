// A tab's connection to the event stream: through the shared worker of all tabs, or else its own. Shows a notice
// when the stream is broken and when it reconnects, and when there has been no network for a while.

import { Stream } from "./stream.js";
import { make, say } from "./ui.js";

/** How often the tab tells the worker that it is still open, in milliseconds. */
const sign = 45_000;
/** How long a broken stream is not reported, in milliseconds. */
const patience = 3_000;
/** How long the network must be missing before it is reported, in milliseconds. */
const offlinePatience = 5_000;
let notice;
let countdown;
let brokenAt;
let offlineNotice;
let timer;
let probe;

function whole() {
    brokenAt = undefined;
    clearInterval(countdown);
    notice?.remove();
    notice = undefined;
}

/** Counts down to the next attempt. */
function broken(wait, retry) {
    brokenAt ??= Date.now();
    const end = Date.now() + wait;
    clearInterval(countdown);
    const show = () => {
        if (Date.now() - brokenAt < patience || !say("reconnecting")) return;
        // Without a network there is no attempt; the notice below reports it.
        if (!navigator.onLine) {
            notice?.remove();
            notice = undefined;
            return;
        }
        if (!notice) {
            const again = make("button", { type: "button", className: "link" }, say("try-now"));
            again.addEventListener("click", retry);
            notice = make("p", { className: "offline reconnecting", role: "status" }, make("span"), " ", again);
            document.body.append(notice);
        }
        notice.firstChild.textContent = say("reconnecting", Math.max(0, Math.ceil((end - Date.now()) / 1_000)));
    };
    countdown = setInterval(show, 500);
    show();
}

/** Tells the user that the session has ended elsewhere; unsent text is kept. */
async function checkSession() {
    const answer = await fetch("/profile", { redirect: "manual", cache: "no-store" }).catch(() => undefined);
    if (answer?.type !== "opaqueredirect") return false;
    whole();
    // A request may have shown it already.
    if (document.querySelector(".signed-out")) return true;
    const back = encodeURIComponent(location.pathname + location.search);
    document.body.append(
        make("p", { className: "offline signed-out", role: "alert" }, say("session-ended"), " ",
            make("a", { href: `/sign-in?return=${back}` }, say("sign-in"))));
    return true;
}

/** Passes every event since the page was rendered to `take`. */
export function connect(watching, take) {
    /** The newest event that this tab has received. */
    let last = document.body.dataset.live;
    if (!last || !("EventSource" in window)) return;
    let isOver = false;
    let send;
    const tell = async ({ name, id, data }) => {
        last = id ?? last;
        if (name === "ready") return whole();
        if (name !== "broken") return take({ name, data });
        if (isOver) return;
        isOver = await checkSession();
        if (isOver) send({ leaves: true });
        else broken(data.wait, () => send({ retries: true }));
    };
    if ("SharedWorker" in window) {
        const worker = new SharedWorker(new URL("stream.js", import.meta.url), { type: "module", name: "engawa" });
        worker.port.addEventListener("message", ({ data }) => tell(data));
        worker.port.start();
        send = (message) => worker.port.postMessage(message);
        setInterval(() => isOver || send({}), sign);
    } else {
        const stream = new Stream((_, message) => tell(message));
        send = ({ watching, last, leaves, retries }) => {
            if (leaves) stream.leave(tell);
            else if (retries) stream.retry();
            else if (watching) stream.listen(tell, watching, last);
        };
    }
    const listen = () => !isOver && send({ watching: document.visibilityState === "visible" ? watching : [], last });
    listen();
    document.addEventListener("visibilitychange", listen);
    addEventListener("pagehide", () => send({ leaves: true }));
    // A page from the back/forward cache continues after its last event.
    addEventListener("pageshow", ({ persisted }) => persisted && listen());
    addEventListener("online", () => send({ retries: true }));
}

function lost() {
    if (timer || offlineNotice) return;
    timer = setTimeout(showOffline, offlinePatience);
    // A single request may have failed; a request for the smallest page tells.
    probe = setInterval(() => fetch("/healthz", { cache: "no-store" }).then(found, () => {}), offlinePatience / 2);
}

function found() {
    clearTimeout(timer);
    clearInterval(probe);
    offlineNotice?.remove();
    timer = offlineNotice = undefined;
}

function showOffline() {
    const text = say("offline");
    // If only the server is unreachable, the notice above reports it.
    if (!text || (brokenAt && navigator.onLine)) return;
    offlineNotice = make("p", { className: "offline", role: "status" });
    document.body.append(offlineNotice);
    requestAnimationFrame(() => offlineNotice && (offlineNotice.textContent = text));
}

addEventListener("offline", lost);
addEventListener("engawa:unreached", lost);
addEventListener("online", found);
addEventListener("engawa:reached", () => {
    found();
    // The response may be older than the loss of the network; the probe tells.
    if (!navigator.onLine) lost();
});
if (!navigator.onLine) lost();
