// Tells the server the browser's time zone, so that it formats times accordingly.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const known = /(?:^|; )zone=/.test(document.cookie);

if (zone && !known) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `zone=${encodeURIComponent(zone)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
    // A page with times was rendered without it: reload, if the cookie was stored.
    if (document.querySelector("main time") && /(?:^|; )zone=/.test(document.cookie)) location.reload();
}
