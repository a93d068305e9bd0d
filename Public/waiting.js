// Waiting is visible: a pressed button says so, and after a moment a thin line runs at the top.

/** In milliseconds. */
const moment = 300;
const line = document.createElement("div");
line.className = "progress";
line.hidden = true;
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

addEventListener("engawa:under-way", (event) => {
    underWay = event.detail;
    show();
});

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
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isHere = link.pathname === location.pathname && link.search === location.search;
    if (link.origin !== location.origin || isHere || link.target || link.hasAttribute("download")) return;
    isLeaving = true;
    show();
});

addEventListener("pageshow", () => {
    isLeaving = false;
    show();
    for (const form of document.forms) release(form);
});
