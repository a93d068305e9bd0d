// Fetches pages and sends forms, and tells others that something is under way.

/** In milliseconds. */
const patience = 30_000;
let underWay = 0;

function tell(change) {
    underWay += change;
    dispatchEvent(new CustomEvent("engawa:under-way", { detail: underWay }));
}

async function fetched(url, options) {
    tell(1);
    try {
        const response = await fetch(url, { credentials: "same-origin", signal: AbortSignal.timeout(patience), ...options });
        const text = await response.text();
        dispatchEvent(new Event("engawa:reached"));
        const page = new DOMParser().parseFromString(text, "text/html");
        return { status: response.status, ok: response.ok, url: response.url, page };
    } catch (error) {
        dispatchEvent(new Event("engawa:unreached"));
        throw error;
    } finally {
        tell(-1);
    }
}

/** Whether the answer is the way to sign in instead of what was asked for. */
export const isSignIn = ({ status, url }) => status === 401 || new URL(url).pathname === "/sign-in";

/** Whatever is at `url`. */
export const request = (url) => fetched(url, {});

/** The page at `url`; throws where it is another, and the browser had better go there itself. */
export async function load(url) {
    const answer = await request(url);
    if (!answer.ok || isSignIn(answer)) throw new Error(`unexpected: ${answer.status}`);
    return answer;
}

/** Posts `fields` (pairs), as a form would. Any answer is returned: what it means depends on the form. */
export function post(url, fields, options = {}) {
    return fetched(url, { method: "POST", body: new URLSearchParams(fields), ...options });
}

/** What a form would send, with the button that was pressed. */
export function fieldsOf(form, button) {
    const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
    if (button?.name) fields.push([button.name, button.value]);
    return fields;
}

/** Lets the browser send the fields itself, as it does without scripts. */
export function submitNatively(url, fields) {
    const form = document.createElement("form");
    form.method = "post";
    form.action = url;
    form.hidden = true;
    for (const [name, value] of fields) {
        const input = document.createElement("textarea");
        input.name = name;
        input.value = value;
        form.append(input);
    }
    document.body.append(form);
    form.submit();
}
