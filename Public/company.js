// Who types and who is here, above the box to write in; and telling the others that one types oneself.

import { form } from "./composer.js";
import { make } from "./make.js";
import { messages } from "./thread.js";
import { say } from "./words.js";

/** How long somebody types without saying so again, and how often one says so oneself, in milliseconds. */
const [typingTime, telling] = [5_000, 2_500];
const typing = new Map();
let line;
let toldAt = 0;

function show() {
    const names = [...typing.values()].map(({ name }) => name);
    if (!line && names.length === 0) return;
    if (!line) {
        line = make("p", { className: "typing", role: "status" });
        form?.prepend(line);
    }
    line.textContent = names.length === 0 ? "" : say("typing", names.join(", "));
}

export function showTyping({ user, name }) {
    clearTimeout(typing.get(user)?.timer);
    const timer = setTimeout(() => {
        typing.delete(user);
        show();
    }, typingTime);
    typing.set(user, { name, timer });
    show();
}

/** Whoever has said something does not type any more. */
export function stopTyping() {
    for (const { timer } of typing.values()) clearTimeout(timer);
    typing.clear();
    show();
}

/** Says under the title how many are here; who they are stands in the hint. */
export function showPresent({ names = [], count }) {
    const place = document.querySelector(".topbar .subtitle, .topbar-title a, .topbar a[href*='/members'], .topbar a[href*='/users/']");
    if (!place) return;
    let dot = place.parentElement.querySelector(".present");
    dot ??= make("span", { className: "present" });
    dot.textContent = say("present", count);
    dot.title = names.join(", ");
    place.after(dot);
}

const isOff = () => /(?:^|; )typing=off/.test(document.cookie);

form?.elements.text?.addEventListener("input", ({ target }) => {
    if (!target.value.trim() || isOff() || Date.now() - toldAt < telling || !messages?.dataset.typing) return;
    toldAt = Date.now();
    fetch(messages.dataset.typing, { method: "POST", keepalive: true }).catch(() => {});
});
form?.addEventListener("submit", () => (toldAt = 0));
