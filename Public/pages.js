// Fetches pages and sends forms. Shows progress on the pressed button, and after a delay as a thin line at the top.

import { isPlain, make } from "./ui.js";

/** The timeout of a request, and the delay before the progress line is shown, in milliseconds. */
const [timeout, progressDelay] = [30_000, 300];
const line = make("div", { className: "progress", hidden: true });
document.body.append(line);
/** The media type of responses with data instead of a page. */
export const json = "application/json";
let timer;
let isLeaving = false;
let pendingRequests = 0;

function show() {
    if (!isLeaving && pendingRequests === 0) {
        clearTimeout(timer);
        timer = undefined;
        line.hidden = true;
    } else {
        timer ??= setTimeout(() => (line.hidden = false), progressDelay);
    }
}

async function fetched(url, options) {
    pendingRequests += 1;
    show();
    try {
        const response = await fetch(url, { credentials: "same-origin", signal: AbortSignal.timeout(timeout), ...options });
        const text = await response.text();
        dispatchEvent(new Event("engawa:reached"));
        const answer = { status: response.status, ok: response.ok, url: response.url };
        if (response.headers.get("Content-Type") === json) return { ...answer, data: JSON.parse(text) };
        return { ...answer, page: new DOMParser().parseFromString(text, "text/html") };
    } catch (error) {
        dispatchEvent(new Event("engawa:unreached"));
        throw error;
    } finally {
        pendingRequests -= 1;
        show();
    }
}

/** Whether the response is the sign-in page, because the session has ended. */
export const isSignIn = ({ status, url }) => status === 401 || new URL(url).pathname === "/sign-in";

/** Whether a request is pending, or another page is loading. */
export const isBusy = () => isLeaving || pendingRequests > 0;

/** Fetches `url`. */
export const request = (url, headers) => fetched(url, { headers });

/**
 * Fetches the page at `url`; throws for an error page or sign-in, which the browser should then open itself.
 *
 * @param position that of the stream: the page shows all that was told up to there, whichever server answers
 */
export async function load(url, position) {
    const answer = await request(url, position && { "Last-Event-ID": position });
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

// A form that the browser sends. Its button is disabled afterwards, because disabled buttons are not sent.
// A page stays where a file is the answer.
addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.hasAttribute("data-download")) return;
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

// Forms with slow responses: the button is disabled until all fields are filled in, and shows progress when pressed.

for (const form of document.querySelectorAll("[data-waits]")) {
    const fields = [...form.elements];
    // The one that the enter key presses.
    const button = form.querySelector("[type=submit]");
    const label = button.textContent;
    const update = (waits) => {
        for (const field of fields) field.disabled = waits;
        button.ariaBusy = waits;
        button.textContent = waits && form.dataset.waits || label;
        // Scripts can't read values that the browser filled in before the first interaction.
        button.disabled = waits || fields.some((field) => field.required && !field.value && !field.matches(":autofill"));
    };
    form.onpointerover = form.oninput = () => button.ariaBusy == "true" || update(false);
    // Later, because the browser does not send disabled fields. A button with an address of its own is no attempt.
    form.onsubmit = ({ submitter }) => submitter?.hasAttribute("formaction") || setTimeout(update, 0, true);
    // `pageshow` is also fired for a page that the back button restores.
    addEventListener("pageshow", () => update(false));
}
