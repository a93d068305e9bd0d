// Stores the browser's time zone in a cookie, because the server formats times.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const known = /(?:^|; )zone=/.test(document.cookie);

if (zone && !known) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `zone=${encodeURIComponent(zone)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
    // This page was rendered without it: reloads the page if it shows times and the cookie was stored.
    if (document.querySelector("main time") && /(?:^|; )zone=/.test(document.cookie)) location.reload();
}
