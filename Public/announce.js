// Tells screen readers of the messages that arrive: who says what. The messages themselves are no live region, because
// older ones are inserted among them.

import { messages } from "./scroll.js";
import { make, say } from "./ui.js";

/** With more messages than this at once, their number is told. */
const maximumTold = 3;
/** The length of what is told of a message, in UTF-16 code units. */
const maximumLength = 300;
/** How many lines stay, and how long after the last one, in milliseconds. */
const maximumLines = 5;
const toldFor = 10_000;
let timer;

function tell(log, text) {
    log.append(make("p", {}, text));
    if (log.childElementCount > maximumLines) log.firstElementChild.remove();
    clearTimeout(timer);
    timer = setTimeout(() => log.replaceChildren(), toldFor);
}

if (messages) {
    const log = make("div", { className: "unseen", role: "log", "aria-live": "polite", "aria-label": say("arrivals") });
    document.body.append(log);
    addEventListener("engawa:merged", ({ detail }) => {
        const others = detail.added.filter((message) => message.isConnected && !message.closest(".mine"));
        if (others.length > maximumTold) return tell(log, say("latest-count", others.length));
        for (const message of others) {
            const text = message.querySelector(".text").textContent.trim().slice(0, maximumLength);
            tell(log, `${message.closest(".group").querySelector(".author").textContent}: ${text}`);
        }
    });
}
