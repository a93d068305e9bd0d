// Forwards a message to another conversation, as a quote.

import { icon } from "./icons.js";
import { namedRows, rows } from "./list.js";
import { json, post } from "./pages.js";
import { folded, isComposing, make, openSheet, options, randomKey, say, toast } from "./ui.js";

/** How long after the last input the server is asked, in milliseconds. */
const askDelay = 150;

const textOf = (message) => message.querySelector(".text").innerText.trim();

/** Adds a button to the menu of a message. */
export function addForward(row, message, dialog) {
    if (!row || !message) return;
    const button = make("button", { type: "button", className: "button quiet" }, icon("forward"), say("forward"));
    button.addEventListener("click", () => {
        dialog.close();
        choose(message);
    });
    row.append(button);
}

/** Offers the conversations, found by a part of their name. */
async function choose(message) {
    let all;
    try {
        all = await rows();
    } catch {
        return toast(say("failed"));
    }
    const field = make("input", {
        type: "search", placeholder: say("filter"), autocomplete: "off", role: "combobox", "aria-label": say("filter"),
        "aria-expanded": "true",
    });
    const list = make("ul", { id: "forward-list", className: "options", "aria-label": say("conversations") });
    const dialog = openSheet(
        make("div", { className: "switcher-content" }, field, list), { label: say("forward"), kind: "switcher" });
    const draw = ({ title, avatar }) => [...(avatar ? [avatar.cloneNode(true)] : []), make("span", {}, title)];
    const choice = options(field, list, draw, ({ path }) => {
        dialog.close();
        forward(message, path);
    });
    let timer;
    const show = () => {
        const words = folded(field.value).split(/\s+/);
        choice.show(all.filter(({ title, people }) => words.every((word) => folded(`${title} ${people}`).includes(word))));
        clearTimeout(timer);
        const typed = field.value;
        // After an error, what is known stays.
        if (typed) timer = setTimeout(() => namedRows(typed).then((found) => field.value === typed && choice.show(found), () => {}), askDelay);
    };
    field.addEventListener("input", show);
    field.addEventListener("keydown", (event) => {
        if (isComposing(event)) return;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step) choice.move(step);
        else if (event.key === "Enter") choice.take();
        else return;
        event.preventDefault();
    });
    show();
    field.focus();
}

async function forward(message, path) {
    const author = message.closest(".group").querySelector(".author").textContent;
    const text = `${author}\n\n${textOf(message).replace(/^/gm, "> ")}`;
    try {
        const { ok, data } = await post(`${path}/messages`, [["key", randomKey()], ["text", text]], { headers: { Accept: json } });
        toast(say(ok && data ? "forwarded" : "failed"));
    } catch {
        toast(say("failed"));
    }
}
