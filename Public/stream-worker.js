// One event stream for all tabs of a browser.

import { Stream } from "./stream.js";

/** A tab that has said nothing for so long is gone, in milliseconds; a hidden one may speak once a minute only. */
const patience = 180_000;
const heard = new Map();
const stream = new Stream((port, message) => port.postMessage(message));

addEventListener("connect", ({ ports: [port] }) => {
    port.addEventListener("message", ({ data: { watching, last, leaves, retries } }) => {
        heard.set(port, Date.now());
        if (leaves) {
            heard.delete(port);
            stream.leave(port);
        } else if (retries) stream.retry();
        else if (watching) stream.listen(port, watching, last);
    });
    port.start();
});

setInterval(() => {
    for (const [port, moment] of heard) {
        if (Date.now() - moment < patience) continue;
        heard.delete(port);
        stream.leave(port);
    }
}, patience / 3);
