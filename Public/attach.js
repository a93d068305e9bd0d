// Files of a message: chosen, pasted or dropped. Each is sent at once, and shown beside the text box until its message is.

import { box, form } from "./composer.js";
import { make, makeButton, say, toast } from "./ui.js";

export const field = form?.querySelector(".attach input");
/** The most files of a message; the server refuses more, and those that are too large. */
const most = 10;
/** The files of the next message. */
let chosen = [];
let list;

/** A file that was chosen, with its row. */
class Attached {
    constructor(file) {
        this.file = file;
        this.bar = make("progress", { max: 1, value: 0, "aria-label": file.name });
        this.again = makeButton("link", say("retry"), () => this.send(), "", { hidden: true });
        this.away = makeButton("link", "×", () => {
            this.request?.abort();
            remove(this);
            box.focus();
        }, `${say("delete")}: ${file.name}`);
        this.fault = make("span", { className: "fault", role: "alert" });
        this.row = make("li", {}, make("span", { className: "file-name" }, file.name), this.bar, this.fault, this.again, this.away);
        preview(this);
        this.send();
    }

    /** Sends the file; `sent` ends when the server has it, under `id`. */
    send() {
        this.id = undefined;
        this.fault.textContent = "";
        this.again.hidden = true;
        this.bar.hidden = false;
        this.isFailed = false;
        this.sent = new Promise((resolve, reject) => {
            const request = (this.request = new XMLHttpRequest());
            request.open("POST", "/files");
            request.setRequestHeader("Accept", "application/json");
            request.upload.onprogress = ({ loaded, total }) => (this.bar.value = total ? loaded / total : 0);
            request.onload = () => {
                if (request.status !== 201) return reject(new Error(reason(request)));
                this.id = JSON.parse(request.responseText).file;
                resolve();
            };
            request.onerror = request.onabort = () => reject(new Error(say("file-failed")));
            const body = new FormData();
            body.append("file", this.file);
            request.send(body);
        });
        this.sent.then(
            () => (this.bar.hidden = true),
            ({ message }) => {
                this.isFailed = true;
                this.bar.hidden = true;
                this.again.hidden = false;
                this.fault.textContent = message;
            },
        );
    }
}

/** Why the server did not keep a file, in its own words. */
function reason({ responseText }) {
    const page = new DOMParser().parseFromString(responseText, "text/html");
    return page.querySelector(".notice h1")?.textContent || say("file-failed");
}

/** The longer side of a preview, in pixels. */
const previewSide = 64;
/** Larger pictures are shown without a preview: decoding them would stop the page. */
const largestPreview = 20_000_000;

/** Shows a small picture of the file in its row, or plays what it sounds like, if the browser can. */
async function preview({ file, row }) {
    if (file.type.startsWith("audio/")) row.prepend(make("audio", { controls: true, src: URL.createObjectURL(file), "aria-label": file.name }));
    if (!file.type.startsWith("image/") || file.size > largestPreview || !globalThis.createImageBitmap) return;
    const picture = await createImageBitmap(file).catch(() => undefined);
    if (!picture) return;
    const scale = previewSide / Math.max(picture.width, picture.height);
    const canvas = make("canvas", { width: Math.max(1, picture.width * scale), height: Math.max(1, picture.height * scale) });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    row.prepend(canvas);
}

function show() {
    if (!list) {
        list = make("ul", { className: "attached", "aria-label": field.title });
        form.querySelector(".composer-row").before(list);
    }
    list.replaceChildren(...chosen.map(({ row }) => row));
    list.hidden = chosen.length === 0;
}

function remove(item) {
    chosen = chosen.filter((one) => one !== item);
    show();
}

/** Whether the message may have one more file; says how many there may be, if not. */
export const hasRoom = () => chosen.length < most || toast(field.title);

/** Adds files to the message, as many as it may have. */
export function add(files) {
    const room = most - chosen.length;
    // It says how many there may be.
    if (files.length > room) toast(field.title);
    chosen.push(...files.slice(0, Math.max(0, room)).map((file) => new Attached(file)));
    show();
    box.focus();
}

/** Whether the next message has files. */
export const hasFiles = () => chosen.length > 0;

/** The files of the message that is sent now; the next one has none of them. */
export function takeFiles() {
    const taken = chosen;
    chosen = [];
    if (list) show();
    return taken;
}

/** Gives the files of a message that was not sent back to the text box; `isAnew` sends them to the server again. */
export function giveBack(files, isAnew = false) {
    if (files.length === 0) return;
    if (isAnew) for (const file of files) file.send();
    chosen = [...files, ...chosen];
    show();
}

/** Waits until all files were sent; those that failed are sent again. */
export function allSent(files) {
    for (const file of files) if (file.isFailed) file.send();
    return Promise.all(files.map(({ sent }) => sent));
}

if (field) {
    field.title = field.parentElement.textContent.trim();
    field.addEventListener("change", () => {
        add([...field.files]);
        field.value = "";
    });
    box.addEventListener("paste", (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        add(files);
    });
    const place = document.querySelector("main");
    const hasDraggedFiles = (event) => event.dataTransfer?.types.includes("Files");
    addEventListener("dragover", (event) => {
        if (!hasDraggedFiles(event)) return;
        // Elsewhere, a browser would leave the page to show the file.
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        place.classList.add("dropping");
    });
    // Leaving the window leads to nothing.
    for (const happening of ["dragleave", "drop"]) addEventListener(happening, ({ relatedTarget }) => {
        if (!relatedTarget) place.classList.remove("dropping");
    });
    addEventListener("drop", (event) => {
        if (!hasDraggedFiles(event)) return;
        event.preventDefault();
        add([...event.dataTransfer.files]);
    });
}
