// Fetches pages and sends forms. Waiting is visible: a pressed button says so, and after a moment a thin line runs at the
// top.

import { isPlain, make } from "./ui.js";

/** How long an answer may take, and how long one waits before the line runs, in milliseconds. */
const [patience, moment] = [30_000, 300];
const line = make("div", { className: "progress", hidden: true });
document.body.append(line);
let timer;
let isLeaving = false;
let underWay = 0;

function show() {
    if (!isLeaving && underWay === 0) {
        clearTimeout(timer);
        timer = undefined;
        line.hidden = true;
    } else {
        timer ??= setTimeout(() => (line.hidden = false), moment);
    }
}

async function fetched(url, options) {
    underWay += 1;
    show();
    try {
        const response = await fetch(url, { credentials: "same-origin", signal: AbortSignal.timeout(patience), ...options });
        const text = await response.text();
        dispatchEvent(new Event("engawa:reached"));
        const page = new DOMParser().parseFromString(text, "text/html");
        return { status: response.status, ok: response.ok, url: response.url, page };
    } catch (error) {
        dispatchEvent(new Event("engawa:unreached"));
        throw error;
    } finally {
        underWay -= 1;
        show();
    }
}

/** Whether the answer is the way to sign in instead of what was asked for. */
export const isSignIn = ({ status, url }) => status === 401 || new URL(url).pathname === "/sign-in";

/** Whether something was asked for, or another page is on its way. */
export const isBusy = () => isLeaving || underWay > 0;

/** Whatever is at `url`. */
export const request = (url) => fetched(url, {});

/** The page at `url`; throws where it is another, and the browser had better go there itself. */
export async function load(url) {
    const answer = await request(url);
    if (!answer.ok || isSignIn(answer)) throw new Error(`unexpected: ${answer.status}`);
    return answer;
}

/** Posts `fields` (pairs), as a form would. Any answer is returned: what it means depends on the form. */
export function post(url, fields, options = {}) {
    return fetched(url, { method: "POST", body: new URLSearchParams(fields), ...options });
}

/** What a form would send, with the button that was pressed. */
export function fieldsOf(form, button) {
    const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
    if (button?.name) fields.push([button.name, button.value]);
    return fields;
}

/** Lets the browser send the fields itself, as it does without scripts. */
export function submitNatively(url, fields) {
    const inputs = fields.map(([name, value]) => make("textarea", { name, value }));
    const form = make("form", { method: "post", action: url, hidden: true }, ...inputs);
    document.body.append(form);
    form.submit();
}

const buttonsOf = (form) => form.querySelectorAll("button[type=submit], button:not([type])");

/** The form is under way: pressed twice, it would be sent once. */
export function hold(form, pressed) {
    (pressed ?? buttonsOf(form)[0])?.setAttribute("aria-busy", "true");
    for (const button of buttonsOf(form)) button.disabled = true;
}

/** The form can be used again. */
export function release(form) {
    for (const button of buttonsOf(form)) {
        button.disabled = false;
        button.removeAttribute("aria-busy");
    }
}

// The browser sends the form itself. A disabled button would not be sent with it, so that comes a moment later.
addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    isLeaving = true;
    show();
    setTimeout(() => hold(event.target, event.submitter));
});

addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || !isPlain(event)) return;
    const isHere = link.pathname === location.pathname && link.search === location.search;
    if (link.origin !== location.origin || isHere || link.target || link.hasAttribute("download")) return;
    isLeaving = true;
    show();
});

// Scripts lead elsewhere too.
addEventListener("beforeunload", () => (isLeaving = true));

addEventListener("pageshow", () => {
    isLeaving = false;
    show();
    for (const form of document.forms) release(form);
});
