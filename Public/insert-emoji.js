// A button in the box for who has no emoji on their keyboard.

import { box, insert } from "./composer.js";
import { make } from "./make.js";
import { say } from "./words.js";

if (box && say("insert-emoji")) {
    const button = make("button", {
        type: "button", className: "emoji-button", title: say("insert-emoji"), "aria-label": say("insert-emoji"),
        "aria-haspopup": "dialog",
    }, "🙂");
    box.after(button);
    button.addEventListener("click", async () => {
        const { pick } = await import("./picker.js");
        const emoji = await pick(button, box);
        if (emoji) insert(emoji);
        box.focus();
    });
}
