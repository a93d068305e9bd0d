// Voice messages: what is recorded is a file of the next message, where it can be heard, removed or sent. In the
// conversation their waveforms are drawn.

import { add, field, hasRoom } from "./attach.js";
import { form } from "./composer.js";
import { drawing, icon } from "./icons.js";
import { each } from "./looks.js";
import { make, makeButton, toast } from "./ui.js";

/** How many bars a waveform has. */
const bars = 60;
/** The width of a bar with its gap, and the height of a waveform, in its own units. */
const [step, height] = [4, 40];
/** The largest file whose waveform is drawn, in bytes: the whole of it is loaded. */
const largest = 4_000_000;
/** At how many samples a second it is decoded: the fewest that browsers offer. */
const rate = 8_000;

/** Seconds as "m:ss". */
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** A waveform without bars. */
const wave = () => drawing(`${bars * step} ${height}`, "wave", "", "");

/** Draws the levels, each from 0 to 1; the part `played` of them, from 0 to 1, in the other colour. */
function draw(picture, levels, played = 0) {
    const lines = levels.map((level, index) => {
        const half = 1 + level * (height / 2 - 2);
        return `M${step * index + step / 2} ${height / 2 - half}v${2 * half}`;
    });
    const count = Math.round(played * lines.length);
    picture.firstChild.setAttribute("d", lines.slice(0, count).join(""));
    picture.lastChild.setAttribute("d", lines.slice(count).join(""));
}

/** How loud the loudest of the samples is. */
const peak = (samples) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** What is less loud than this all the time is silence. */
const faint = 0.02;

/** The levels of a sound, the loudest of which is 1. */
function levelsOf(samples) {
    const size = Math.ceil(samples.length / bars);
    const loudest = Math.max(peak(samples), faint);
    return Array.from({ length: bars }, (_, index) => peak(samples.subarray(index * size, (index + 1) * size)) / loudest);
}

/** Shows the waveform and the duration of a voice message above its player. A press on it plays from there. */
async function show(player) {
    const answer = await fetch(player.src);
    if (!answer.ok || answer.headers.get("Content-Length") > largest) return answer.body.cancel();
    const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(await answer.arrayBuffer());
    const levels = levelsOf(sound.getChannelData(0));
    const picture = wave();
    const follow = () => draw(picture, levels, player.currentTime / sound.duration);
    follow();
    player.addEventListener("timeupdate", follow);
    picture.addEventListener("click", ({ clientX }) => {
        const { left, width } = picture.getBoundingClientRect();
        player.currentTime = ((clientX - left) / width) * sound.duration;
        player.play();
    });
    player.before(make("div", { className: "waveform" }, picture, make("span", { className: "muted" }, clock(sound.duration))));
}

if (globalThis.OfflineAudioContext) {
    const observer = new IntersectionObserver((entries) => {
        for (const { target, isIntersecting } of entries) {
            if (!isIntersecting) continue;
            observer.unobserve(target);
            // Where it can't be drawn, the player is there all the same.
            show(target).catch(() => {});
        }
    });
    each("audio.voice", (player) => observer.observe(player));
}

// Recording.

/** The longest recording, in seconds. */
const longest = 300;
/** The bits of a recording in a second: enough for speech, and five minutes are 1.2 MB. */
const audioBitsPerSecond = 32_000;
/** How often the level is measured, in milliseconds. */
const pace = 100;
/** The kinds of files, the one first that most browsers play; else it is the browser's own. */
const kinds = ["audio/mp4;codecs=mp4a.40.2", "audio/webm;codecs=opus"];

/** The name of a recording that ends now, such as "voice-2026-11-27-1504.webm": Swedish dates are those of ISO 8601. */
function nameOf(type) {
    const time = new Date().toLocaleString("sv").slice(0, 16).replace(" ", "-").replace(":", "");
    return `voice-${time}.${/mp4|ogg/.exec(type)?.[0].replace("mp4", "m4a") ?? "webm"}`;
}

const iconButton = (name, picture, act) => makeButton("voice-button", icon(picture), act, name);

/** Has the browser ask before the page is left. */
const ask = (event) => event.preventDefault();

/** Makes the button. What it says is in a file of its own: pages would be larger with it. */
async function begin() {
    const text = await (await fetch(new URL("voice.txt", import.meta.url))).text();
    const column = document.documentElement.lang === "ja" ? 0 : 1;
    const [record, stop, discard, refused] = text.split("\n").slice(1).map((line) => line.split("\t")[column]);

    const button = iconButton(record, "voice", async () => {
        if (!hasRoom()) return;
        button.disabled = true;
        const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => toast(refused));
        if (stream) listen(stream);
        else button.disabled = false;
    });
    field.parentElement.after(button);

    function listen(stream) {
        const recorder = new MediaRecorder(stream, { mimeType: kinds.find((kind) => MediaRecorder.isTypeSupported(kind)), audioBitsPerSecond });
        const context = new AudioContext();
        const analyser = context.createAnalyser();
        context.createMediaStreamSource(stream).connect(analyser);
        const samples = new Float32Array(analyser.fftSize);
        const levels = [];
        const picture = wave();
        const time = make("span", { role: "timer" });
        let take = add;
        const end = (then) => {
            if (recorder.state === "inactive") return;
            take = then;
            recorder.stop();
        };
        const done = iconButton(stop, "stop", () => end(add));
        const row = make("div", { className: "recording", role: "group", "aria-label": record }, time, picture,
            iconButton(discard, "delete", () => end(() => button.focus())), done);
        // Who sends a message meanwhile sends what was said so far.
        const send = (event) => {
            event.preventDefault();
            event.stopImmediatePropagation();
            end((files) => {
                add(files);
                form.requestSubmit();
            });
        };
        const start = Date.now();
        const measure = () => {
            const elapsed = (Date.now() - start) / 1_000;
            analyser.getFloatTimeDomainData(samples);
            // The root, so that quiet speech is seen too.
            levels.push(Math.sqrt(peak(samples)));
            draw(picture, levels.slice(-bars), 1);
            time.textContent = `${clock(elapsed)} / ${clock(longest)}`;
            if (elapsed >= longest) end(add);
        };
        const timer = setInterval(measure, pace);
        // It also comes when the microphone is taken away.
        recorder.addEventListener("dataavailable", ({ data }) => {
            clearInterval(timer);
            form.removeEventListener("submit", send, true);
            removeEventListener("beforeunload", ask);
            for (const track of stream.getTracks()) track.stop();
            context.close();
            row.remove();
            button.disabled = false;
            // A press that is undone at once records nothing.
            take(data.size > 0 ? [new File([data], nameOf(data.type), { type: data.type })] : []);
        });
        form.addEventListener("submit", send, true);
        addEventListener("beforeunload", ask);
        form.querySelector(".composer-row").before(row);
        measure();
        recorder.start();
        done.focus();
    }
}

if (field && globalThis.MediaRecorder && navigator.mediaDevices?.getUserMedia) begin().catch(() => {});
