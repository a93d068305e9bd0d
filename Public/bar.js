// The actions on a message at hand: with a mouse or the focus, a bar beside the message; on a touch screen, a long
// press opens the menu, and a swipe replies.

import { change, openMenu } from "./actions.js";
import { icon } from "./icons.js";
import { submitNatively } from "./pages.js";
import { reply } from "./send.js";
import { messages } from "./scroll.js";
import { make, makeButton, say } from "./ui.js";

/** The reactions of the bar. */
const reactions = ["👍", "❤️", "😄"];
/** The room that the bar needs beside a message, in pixels. */
const barWidth = 240;

const moreOf = (message) => message.querySelector("a.more");
const isSelecting = () => messages.classList.contains("selecting");

/** The URL of an action on a message. */
function urlOf(message, action) {
    const { pathname, search } = moreOf(message);
    return `${pathname}/${action}${search}`;
}

function replyTo(message) {
    if ("threads" in messages.dataset) return submitNatively(urlOf(message, "thread"), []);
    const [path, id] = moreOf(message).pathname.split("/messages/");
    reply(`${path}?reply=${id}`);
}

function react(message, emoji) {
    const isOwn = [...message.querySelectorAll(".reaction.own")].some(({ value }) => value === emoji);
    change(urlOf(message, "reactions"), [[isOwn ? "remove" : "add", emoji]]);
}

function bookmark(message) {
    change(urlOf(message, "bookmark"), [["state", message.querySelector(".bookmarked") ? "off" : "on"]]);
}

// The bar: one, in the message that the mouse is over, or that has the focus. Its last part is the link "more".

const bar = make("div", { className: "message-bar", role: "group", "aria-label": say("actions"), "aria-live": "off" });

const button = (name, content, act) => makeButton("", content, () => act(bar.closest(".message")), name);

function attach(message) {
    if (bar.parentElement === message || !moreOf(message) || isSelecting()) return;
    const box = message.getBoundingClientRect();
    const frame = document.querySelector("aside.details")?.getBoundingClientRect().left ?? innerWidth;
    const start = parseFloat(getComputedStyle(document.body).paddingLeft);
    const room = message.closest(".mine") ? box.left - start : frame - box.right;
    detach();
    message.classList.add("at-hand");
    message.classList.toggle("inside", room < barWidth);
    message.append(bar);
}

function detach() {
    bar.parentElement?.classList.remove("at-hand", "inside");
    bar.remove();
}

if (messages) {
    bar.append(
        ...reactions.map((emoji) => button(say("react-with", emoji), emoji, (message) => react(message, emoji))),
        button(say("reply"), icon("reply"), replyTo), button(say("bookmark"), icon("bookmark"), bookmark));
    document.addEventListener("pointerover", ({ target, pointerType }) => {
        if (pointerType !== "mouse" || document.querySelector("dialog[open]")) return;
        const message = target.closest?.(".messages .message");
        if (message) attach(message);
        else if (!bar.parentElement?.contains(document.activeElement)) detach();
    });
    messages.addEventListener("focusin", ({ target }) => {
        const message = target.closest(".message");
        if (message && target.matches(":focus-visible")) attach(message);
    });
    messages.addEventListener("focusout", ({ relatedTarget }) => {
        const message = bar.parentElement;
        if (message && !message.contains(relatedTarget) && !message.matches(":hover")) detach();
    });
}

// Touch.

/** How long a press is held, in milliseconds, and how far the finger may move meanwhile, in pixels. */
const [pressTime, slack] = [450, 10];
/** How far a message is swiped at least, and at most, and the edge of the screen that is the browser's, in pixels. */
const [enough, furthest, edge] = [56, 80, 24];
let touch;

function end(isReply) {
    if (!touch) return;
    const { message, timer } = touch;
    clearTimeout(timer);
    touch = undefined;
    message.classList.remove("swiped", "far");
    message.style.transform = "";
    if (isReply) replyTo(message);
}

/** A click that follows a press or a swipe is none. */
function swallowClick() {
    const stop = (event) => {
        event.preventDefault();
        event.stopPropagation();
    };
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }), pressTime);
}

messages?.addEventListener("pointerdown", (event) => {
    end();
    const message = event.target.closest(".message");
    if (event.pointerType !== "touch" || !event.isPrimary || !message || !moreOf(message) || isSelecting()) return;
    const code = event.target.closest("pre");
    const canSwipe = event.clientX > edge && event.clientX < innerWidth - edge && !(code?.scrollWidth > code?.clientWidth);
    const timer = event.target.closest(".text a, button") ? undefined : setTimeout(() => {
        end();
        addEventListener("pointerup", swallowClick, { once: true });
        navigator.vibrate?.(10);
        openMenu(moreOf(message));
    }, pressTime);
    touch = { message, timer, canSwipe, x: event.clientX, y: event.clientY, dx: 0 };
});

addEventListener("pointermove", (event) => {
    if (!touch || event.pointerType !== "touch") return;
    const [dx, dy] = [event.clientX - touch.x, event.clientY - touch.y];
    if (!touch.isSwipe) {
        if (Math.hypot(dx, dy) < slack) return;
        clearTimeout(touch.timer);
        if (!touch.canSwipe || Math.abs(dx) < 2 * Math.abs(dy)) return end();
        touch.isSwipe = true;
        touch.message.classList.add("swiped");
    }
    touch.dx = Math.max(-furthest, Math.min(furthest, dx));
    touch.message.style.transform = `translateX(${touch.dx}px)`;
    touch.message.classList.toggle("far", Math.abs(touch.dx) >= enough);
});
addEventListener("pointerup", () => {
    if (touch?.isSwipe) swallowClick();
    end(touch?.isSwipe && Math.abs(touch.dx) >= enough);
});
addEventListener("pointercancel", () => end());
messages?.addEventListener("contextmenu", (event) => {
    // A long press on a touch screen; on links the browser's own menu stays.
    if (event.pointerType === "touch" && !event.target.closest(".text a")) event.preventDefault();
});
