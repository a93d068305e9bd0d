// Where the page of a conversation is scrolled to.

export const messages = document.querySelector(".messages");
/** The path of the conversation. */
export const path = messages && `/conversations/${messages.dataset.conversation}`;

const scroller = document.scrollingElement;
/** The distance from the end within which the page stays scrolled to the end, in pixels. */
export const nearEnd = 120;

/** The distance of the scroll position from the end, in pixels. */
export const distanceFromEnd = () => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;

/** Whether the page is scrolled to its end, within `nearEnd`. */
export const isAtEnd = () => distanceFromEnd() < nearEnd;

/** Scrolls to the end at once: a change of the page would stop an animation on its way. */
export function goToEnd() {
    scroller.scrollTo({ top: scroller.scrollHeight, behavior: "instant" });
}

/** Changes the page while the element returned by `anchor` keeps its place on the screen. */
export function keepingInPlace(anchor, change) {
    const before = anchor().getBoundingClientRect().top;
    scroller.style.overflowAnchor = "none";
    change();
    const after = anchor();
    if (after.isConnected) scroller.scrollBy({ top: after.getBoundingClientRect().top - before, behavior: "instant" });
    scroller.style.overflowAnchor = "";
}

/** The first element of `list` for which `holds`, which holds for all after it. */
function first(list, holds) {
    let [low, high] = [0, list.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (holds(list[middle])) high = middle;
        else low = middle + 1;
    }
    return list[low];
}

/** The first message that ends below the top of the viewport. */
export function firstVisible() {
    const isBelow = (element) => element.getBoundingClientRect().bottom > 0;
    for (let node = first(messages.children, isBelow); node; node = node.nextElementSibling) {
        const message = first(node.querySelectorAll(".message"), isBelow);
        if (message) return message;
    }
}
