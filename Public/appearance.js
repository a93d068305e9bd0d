// The appearance that the person has chosen, on this device or another: on the page, and in a cookie for the next pages.

const defaults = { theme: "system", size: "normal", density: "roomy", enter: "send" };

export function showAppearance(settings) {
    const { dataset } = document.documentElement;
    for (const [name, value] of Object.entries(defaults)) {
        if (settings[name] === value) delete dataset[name];
        else dataset[name] = settings[name];
    }
    const value = Object.keys(defaults).map((name) => settings[name]).join(".");
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `appearance=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
