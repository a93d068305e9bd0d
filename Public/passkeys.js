// Lets an authenticator fill in forms. Without one, they stay hidden, and other methods remain.

// Not `parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON` and `toJSON`: Safari before 18.4 and Chromium before
// 129 have passkeys without them.
const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The page's request, with byte strings instead of base64url. */
function parsed(options) {
    options.challenge = bytes(options.challenge);
    if (options.user) options.user.id = bytes(options.user.id);
    for (const known of options.excludeCredentials ?? options.allowCredentials) known.id = bytes(known.id);
    return options;
}

/** The response, with base64url instead of byte strings. */
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
        // Reported once for both forms of the page.
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
