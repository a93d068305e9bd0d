// The appearance that the person has chosen, on this device or another: on the page, and in a cookie for the next pages.

const defaults = { theme: "system", size: "normal", density: "roomy", enter: "send", previews: "shown" };

export function showAppearance(settings) {
    const { dataset } = document.documentElement;
    const values = Object.keys(defaults).map((name) => {
        const value = dataset[name] = settings[name];
        if (value === defaults[name]) delete dataset[name];
        return value;
    });
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `appearance=${values.join(".")}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
