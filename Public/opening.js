// Where a conversation opens: at what is new, else at its end.

import { goToEnd, isNewest } from "./thread.js";

const hasPlace = location.hash && location.hash !== "#latest" && location.hash !== "#composer";
const isFresh = performance.getEntriesByType("navigation")[0]?.type === "navigate";

if (isNewest && isFresh && !hasPlace) {
    const line = document.getElementById("new");
    if (line) line.scrollIntoView({ block: "start", behavior: "instant" });
    else goToEnd();
}
