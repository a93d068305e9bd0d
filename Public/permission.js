// The page of the notification settings: whether this browser shows notifications, and the button that asks for it.

import { permission } from "./notify.js";

const card = document.querySelector(".permission");
const parts = [...card.querySelectorAll("[data-permission]")];
const part = (name) => parts.find((one) => one.dataset.permission === name);

function show(state) {
    for (const one of parts) one.hidden = one.dataset.permission !== state;
}

/** Shows a notification, which also tells whether this browser can: those of phones only show those of workers. */
function greet() {
    try {
        new Notification(part("shown").textContent, { tag: "engawa:greeting", silent: true });
    } catch {
        show("unsupported");
    }
}

/** Saves the form as it is, if nothing was saved yet: who allows notifications has chosen what it shows. */
async function save() {
    const note = document.querySelector(".unsaved");
    if (!note) return;
    const form = note.parentElement.querySelector("form");
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (!answer.ok) return;
    note.nextElementSibling.hidden = false;
    note.remove();
}

card.querySelector("button").addEventListener("click", async () => {
    const answer = await Notification.requestPermission();
    show(permission());
    if (answer !== "granted") return;
    greet();
    // Without an answer the button below saves it.
    save().catch(() => {});
});

// The permission can be changed in another tab, or in the browser's own settings.
navigator.permissions?.query({ name: "notifications" }).then(
    (state) => state.addEventListener("change", () => show(permission())), () => {});
show(permission());
