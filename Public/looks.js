// Fills the places of pictures with what they look like about, until they are there. A page has those few bytes itself.

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

const drawAll = (root) => root.querySelectorAll?.("a.picture[data-look]").forEach(draw);
const messages = document.querySelector(".messages");

if (globalThis.createImageBitmap) {
    drawAll(document);
    const observer = new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(drawAll)));
    if (messages) observer.observe(messages, { childList: true, subtree: true });
}
