// Sends the forms for passkeys, filled in by the authenticator. Without support for passkeys they stay hidden.

// `parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON` and `toJSON` are missing in Safari before 18.4 and in
// Chromium before 129.
const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The options of the page, with bytes instead of base64url. */
function parsed(options) {
    options.challenge = bytes(options.challenge);
    if (options.user) options.user.id = bytes(options.user.id);
    for (const known of options.excludeCredentials ?? options.allowCredentials) known.id = bytes(known.id);
    return options;
}

/** The credential as JSON, with base64url instead of bytes. */
function written({ id, rawId, type, response }) {
    const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
    const fields = names.filter((name) => response[name]).map((name) => [name, text(response[name])]);
    return JSON.stringify({ id, rawId: text(rawId), type, response: Object.fromEntries(fields) });
}

function serve(form) {
    const publicKey = parsed(JSON.parse(form.dataset.options));
    const kind = form.dataset.passkey;
    let waiting;
    const send = (credential) => {
        form.elements.answer.value = written(credential);
        // The checkbox is in the other form of the page.
        const remember = document.querySelector("[name=remember]:checked");
        if (remember) form.append(remember.cloneNode());
        form.submit();
    };
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        waiting?.abort();
        try {
            send(await navigator.credentials[kind === "create" ? "create" : "get"]({ publicKey }));
        } catch {
            form.querySelector("[role=alert]").hidden = false;
        }
    });
    if (kind !== "offer") return;
    PublicKeyCredential.isConditionalMediationAvailable?.().then((isThere) => {
        if (!isThere) return;
        waiting = new AbortController();
        navigator.credentials.get({ publicKey, mediation: "conditional", signal: waiting.signal }).then(send, () => {});
    });
}

if (globalThis.PublicKeyCredential) document.querySelectorAll("[data-passkey]").forEach(serve);
