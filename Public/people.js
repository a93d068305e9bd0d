// Fields that search people on the server while the user types. For a new conversation, those who are chosen stand above
// the field: Enter chooses the first who is found, and Backspace in the empty field removes the last.

import { load } from "./pages.js";
import { isComposing, make, makeButton, say } from "./ui.js";

/** How long after the last input the server is asked, in milliseconds. */
const askDelay = 200;
const form = document.querySelector("form.new-conversation");
const chosen = form?.querySelector(".chosen");
const hint = chosen?.firstElementChild;
let asking;

/** Loads the people that the field finds. Those who are chosen stay in the form, unseen if they are not found. */
async function findPeople(field) {
    const { parentElement: filter, value } = field;
    const here = (form ?? filter.closest("aside, main")).querySelector(".matches");
    const { page } = await load(`${filter.dataset.from}?${new URLSearchParams({ q: value })}`);
    if (field.value !== value) return false;
    const found = page.querySelector(".matches");
    const unfound = [...here.querySelectorAll(":scope > :checked")].flatMap((box) => {
        const same = found.querySelector(`[value="${box.value}"]`);
        if (same) same.checked = true;
        else box.hidden = box.nextElementSibling.hidden = true;
        return same ? [] : [box, box.nextElementSibling];
    });
    here.replaceChildren(...found.children, ...unfound);
    return true;
}

function ask(field) {
    clearTimeout(asking);
    // After an error, the next input asks again, and the button loads a page.
    asking = setTimeout(() => findPeople(field).catch(() => {}), askDelay);
}

document.addEventListener("input", ({ target }) => target.matches(".filter input") && ask(target));

if (form) {
    const field = form.querySelector(".filter input");
    const name = form.querySelector("#name");
    const begin = form.querySelector(".begin button");
    const count = make("span", { className: "unseen", role: "status" });
    chosen.after(count);
    /** The ids of those who are chosen, in that order. */
    let order = [];

    const show = () => {
        const boxes = new Map([...form.querySelectorAll(".matches > :checked")].map((box) => [box.value, box]));
        order = [...new Set([...order, ...boxes.keys()])].filter((id) => boxes.has(id));
        chosen.replaceChildren(...(order.length > 0 ? order.map((id) => chip(boxes.get(id))) : [hint]));
        chosen.scrollLeft = chosen.scrollWidth;
        count.textContent = order.length > 0 ? say("chosen-count", order.length) : "";
    };
    // By its id, because the list has new boxes when it was loaded again.
    const set = (id, isChosen) => {
        const box = form.querySelector(`.matches > [value="${id}"]`);
        box.checked = isChosen;
        show();
        (field ?? box).focus();
    };
    const chip = (box) => {
        const [avatar, text] = box.nextElementSibling.children;
        const name = text.firstElementChild.textContent;
        return makeButton(
            "chip", [avatar.cloneNode(true), make("span", {}, name)], () => set(box.value, false), say("remove-person", name));
    };
    const chooseFirst = async () => {
        clearTimeout(asking);
        if (!(await findPeople(field))) return;
        const first = form.querySelector(".matches > input");
        if (!first || first.hidden) return;
        field.value = "";
        set(first.value, true);
        ask(field);
    };

    form.addEventListener("change", ({ target }) => target.name === "people" && show());
    form.addEventListener("keydown", (event) => {
        const { key, target } = event;
        if (isComposing(event)) return;
        if (key === "Backspace" && target === field && !field.value && order.length > 0) {
            set(order.at(-1), false);
        } else if (key === "Enter" && target === field) {
            event.preventDefault();
            if (field.value.trim()) chooseFirst().catch(() => {});
            else (name.getClientRects().length > 0 ? name : begin).focus();
        } else if (key === "Enter" && target === name) {
            // The form's first button is that of the search.
            event.preventDefault();
            begin.click();
        }
    });
    show();
    // Not on touch screens, where a keyboard would cover the list.
    if (field && document.activeElement === document.body && !document.querySelector("[autofocus]") && matchMedia("(min-width: 900px) and (pointer: fine)").matches) field.focus();
    // The browser may restore what was chosen before the user left the page.
    addEventListener("pageshow", show);
}
