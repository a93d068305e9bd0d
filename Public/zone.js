// Tells the server in which time zone this browser is, so that it writes times as they are here.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const known = /(?:^|; )zone=/.test(document.cookie);

if (zone && !known) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `zone=${encodeURIComponent(zone)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
    // A page with times was written without knowing: once more, where the cookie was kept.
    if (document.querySelector("main time") && /(?:^|; )zone=/.test(document.cookie)) location.reload();
}
