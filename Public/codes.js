// The buttons of the page with recovery codes: copy them, or download them as a text file.

import { copyText } from "./ui.js";

const list = document.querySelector(".recovery-codes");
const text = [...list.children].map(({ textContent }) => `${textContent}\n`).join("");
const [copy, download] = ["copy", "download"].map((name) => document.querySelector(`[data-codes=${name}]`));

copy.addEventListener("click", async () => {
    if (await copyText(text, document.body)) copy.textContent = copy.dataset.done;
    copy.focus();
});
download.addEventListener("click", () => {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href: url, download: download.dataset.file }).click();
    URL.revokeObjectURL(url);
});
copy.parentElement.hidden = false;
