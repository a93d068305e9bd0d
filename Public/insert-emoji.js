// A button in the box for who has no emoji on their keyboard.

import { box, insert } from "./composer.js";
import { say } from "./words.js";

if (box && say("insert-emoji")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "emoji-button";
    button.textContent = "🙂";
    button.title = say("insert-emoji");
    button.setAttribute("aria-label", say("insert-emoji"));
    button.setAttribute("aria-haspopup", "dialog");
    box.after(button);
    button.addEventListener("click", async () => {
        const { pick } = await import("./picker.js");
        const emoji = await pick(button, box);
        if (emoji) insert(emoji);
        box.focus();
    });
}
