// Tells screen readers of the messages that arrive: who says what. The messages themselves are no live region, because
// older ones are inserted among them.

import { messages } from "./scroll.js";
import { authorOf, make, say, textOf } from "./ui.js";

/** With more messages than this at once, their number is told. */
const maximumTold = 3;
/** The length of what is told of a message, in UTF-16 code units. */
const maximumLength = 300;
/** How many lines stay, and how long after the last one, in milliseconds. */
const maximumLines = 5;
const toldFor = 10_000;
let timer;

const log = messages && make("div", { className: "unseen", role: "log", "aria-live": "polite", "aria-label": say("arrivals") });
if (log) document.body.append(log);

function tell(text) {
    log.append(make("p", {}, text));
    if (log.childElementCount > maximumLines) log.firstElementChild.remove();
    clearTimeout(timer);
    timer = setTimeout(() => log.replaceChildren(), toldFor);
}

/** Tells of messages that were added to the page. Changes the page, so it is called before the layout is read. */
export function announce(added) {
    const others = added.filter((message) => message.isConnected && !message.closest(".mine"));
    if (others.length > maximumTold) return tell(say("latest-count", others.length));
    for (const message of others) {
        const text = textOf(message).slice(0, maximumLength);
        tell(`${authorOf(message)}: ${text}`);
    }
}
