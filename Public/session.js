// The end of the session: hides what the page shows, in all tabs of the browser and in pages from its back/forward cache.

import { make, say } from "./ui.js";

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

/** Hides the page until it is known whether the session has ended. Its unsent text stays, for the sign-in form. */
function hide(isHidden) {
    document.documentElement.classList.toggle("ended", isHidden);
    document.title = isHidden ? "Engawa" : title;
}

/** Whether the session has ended. Then a notice is shown instead of the page. */
export async function checkSession() {
    const answer = await fetch("/profile", { redirect: "manual", cache: "no-store" }).catch(() => undefined);
    if (answer?.type !== "opaqueredirect") return false;
    hide(true);
    // Another request may have shown the notice already.
    if (document.querySelector(".signed-out")) return true;
    const back = encodeURIComponent(location.pathname + location.search);
    document.body.append(
        make("p", { className: "offline signed-out", role: "alert" }, say("session-ended"), " ",
            make("a", { href: `/sign-in?return=${back}` }, say("sign-in"))));
    return true;
}

if (isSignedIn) {
    addEventListener("storage", ({ key }) => key === item && checkSession());
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
