// Fills the places of pictures with what they look like about, until they are there. A page has those few bytes itself.

import { messages } from "./scroll.js";

/** Draws the first look of a picture that is not there yet behind it. */
async function draw(link) {
    const picture = link.querySelector("img");
    if (!picture || picture.complete) return;
    const bytes = Uint8Array.from(atob(link.dataset.look), (character) => character.charCodeAt(0));
    const look = await createImageBitmap(new Blob([bytes], { type: "image/webp" })).catch(() => undefined);
    if (!look || picture.complete) return look?.close();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [look.width, look.height];
    canvas.getContext("2d").drawImage(look, 0, 0);
    look.close();
    link.prepend(canvas);
    picture.addEventListener("load", () => canvas.remove());
}

/** Calls `act` with each element that `selector` selects, now and when it comes among the messages. */
export function each(selector, act) {
    const all = (root) => root.querySelectorAll?.(selector).forEach(act);
    all(document);
    const observer = new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(all)));
    if (messages) observer.observe(messages, { childList: true, subtree: true });
}

if (globalThis.createImageBitmap) each("a.picture[data-look]", draw);
