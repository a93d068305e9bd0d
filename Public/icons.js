// Icons, as drawings of 20 × 20 in the colour of the text.

import { makeButton, say } from "./ui.js";

const paths = {
    reply: "M8 5 3.5 9.5 8 14M4 9.5h6.5a5 5 0 0 1 5 5V16",
    bookmark: "M5.5 3.5h9v13L10 13l-4.5 3.5z",
    edit: "M4 16l1-4 8.5-8.5 3 3L8 15z",
    pin: "M10 13v4M5.5 13h9l-2-3V3.5h-5V10z",
    unread: "M3.5 5h13v10h-13zM4 5.5l6 5 6-5",
    link: "M8.5 11.5a3 3 0 0 0 4.3 0l2.5-2.5a3 3 0 0 0-4.3-4.3L10 5.7M11.5 8.5a3 3 0 0 0-4.3 0L4.7 11a3 3 0 0 0 4.3 4.3l1-1",
    forward: "M12 5l4.5 4.5L12 14M16 9.5H9.5a5 5 0 0 0-5 5V16",
    report: "M5 17V4h10l-2.5 3 2.5 3H5",
    copy: "M7 7h9.5v9.5H7zM4 13H3.5V3.5H13V4",
    select: "M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M7 10l2.2 2.2L13 8",
    cancel: "M5 5l10 10M15 5L5 15",
    voice: "M10 3a2.5 2.5 0 0 1 2.5 2.5v4a2.5 2.5 0 0 1-5 0v-4A2.5 2.5 0 0 1 10 3M5 9.5a5 5 0 0 0 10 0M10 14.5V17",
    stop: "M5.5 5.5h9v9h-9z",
    delete: "M3.5 5.5h13M8 5V3.5h4V5M5.5 5.5l.8 11h7.4l.8-11M8.5 8.5v5M11.5 8.5v5",
};

const space = "http://www.w3.org/2000/svg";

/** A drawing of paths within `size` (its width and height), hidden from screen readers. */
export function drawing(size, className, ...lines) {
    const picture = document.createElementNS(space, "svg");
    picture.setAttribute("viewBox", `0 0 ${size}`);
    picture.setAttribute("class", className);
    picture.setAttribute("aria-hidden", "true");
    for (const line of lines) {
        const path = document.createElementNS(space, "path");
        path.setAttribute("d", line);
        picture.append(path);
    }
    return picture;
}

/** The icon `name`: a word stands beside it, or names its button. */
export const icon = (name) => drawing("20 20", "icon", paths[name]);

/** A button with the sentence `name` behind the icon `picture`. */
export const makeEntry = (name, picture, act) => makeButton("button quiet", [icon(picture), say(name)], act);
