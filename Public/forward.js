// Forwards messages to another conversation, each as a quote.

import { json, post } from "./pages.js";
import { openSwitcher } from "./switcher.js";
import { authorOf, counted, randomKey, say, toast } from "./ui.js";

/** How long the button to go on after an error is shown, in milliseconds. */
const retryTime = 15_000;

/** The form of a message for another conversation, with the same files. Its key stays when it is sent again, so that it becomes one message. */
function quote(message) {
    const text = message.querySelector(".text").innerText.trim().replace(/^(?=.)/gm, "> ");
    const files = [...message.querySelectorAll(".picture, .file")].map(({ pathname }) => ["copy", pathname.split("/")[2]]);
    return [["key", randomKey()], ["forwarded", "on"], ["text", `${authorOf(message)}\n\n${text}`], ...files];
}

/** Offers the conversations, and forwards messages in their order; `done` is called when a conversation is chosen. */
export async function forward(messages, done = () => {}) {
    // Now, as they may go meanwhile.
    const forms = messages.map(quote);
    try {
        await openSwitcher(say("forward"), ({ path }) => {
            done();
            send(`${path}/messages`, forms, forms.length);
        });
    } catch {
        toast(say("failed"));
    }
}

/** Sends the forms one after the other; after an error, a button goes on with the one that failed. */
async function send(url, forms, count) {
    while (forms.length > 0) {
        const answer = await post(url, forms[0], { headers: { Accept: json }, keepalive: true }).catch(() => undefined);
        if (!answer?.data) {
            return toast(say("failed"), { label: say("retry"), time: retryTime, action: () => send(url, forms, count) });
        }
        forms.shift();
    }
    toast(counted("forwarded", count));
}
