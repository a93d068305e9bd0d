// How much is unread shows on the tab of the browser too: in the title, and as a dot on the icon.

const icon = document.querySelector("link[rel=icon]");

/** How much the rows of `list` say is unread; "99+" counts as 99. */
export function unreadIn(list) {
    const badges = [...(list?.querySelectorAll(".badge") ?? [])];
    return badges.reduce((sum, badge) => sum + (parseInt(badge.textContent, 10) || 0), 0);
}

export function showUnread(count) {
    const title = document.title.replace(/^\(\d+\+?\) /, "");
    document.title = count > 0 ? `(${count}) ${title}` : title;
    const url = new URL(count > 0 ? "icon-unread.svg" : "icon.svg", import.meta.url).href;
    if (icon && icon.href !== url) icon.href = url;
}
