// Fetches pages and sends forms. Shows progress: on the pressed button, and after a moment as a thin line at the
// top.

import { isPlain, make } from "./ui.js";

/** The timeout of a request, and the delay before the progress line, in milliseconds. */
const [patience, moment] = [30_000, 300];
const line = make("div", { className: "progress", hidden: true });
document.body.append(line);
/** The media type of an answer that is data instead of a page. */
export const json = "application/json";
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
        const answer = { status: response.status, ok: response.ok, url: response.url };
        if (response.headers.get("Content-Type") === json) return { ...answer, data: JSON.parse(text) };
        return { ...answer, page: new DOMParser().parseFromString(text, "text/html") };
    } catch (error) {
        dispatchEvent(new Event("engawa:unreached"));
        throw error;
    } finally {
        underWay -= 1;
        show();
    }
}

/** Whether the response is the sign-in page instead of the requested one. */
export const isSignIn = ({ status, url }) => status === 401 || new URL(url).pathname === "/sign-in";

/** Whether a request is pending, or another page is loading. */
export const isBusy = () => isLeaving || underWay > 0;

/** Fetches `url`. */
export const request = (url) => fetched(url, {});

/** The page at `url`; throws if it redirects, and the browser should go there itself. */
export async function load(url) {
    const answer = await request(url);
    if (!answer.ok || isSignIn(answer)) throw new Error(`unexpected: ${answer.status}`);
    return answer;
}

/** Posts `fields` (pairs), as a form would. Returns any response; its meaning depends on the form. */
export function post(url, fields, options = {}) {
    return fetched(url, { method: "POST", body: new URLSearchParams(fields), ...options });
}

/** The fields that a form would send, with the pressed button. */
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

/** Marks the form as pending, so that pressing twice sends it once. */
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

// The browser sends the form itself. A disabled button would not be sent with it, so it is disabled later.
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

// Navigation by scripts.
addEventListener("beforeunload", () => (isLeaving = true));

addEventListener("pageshow", () => {
    isLeaving = false;
    show();
    for (const form of document.forms) release(form);
});
