// Lets an authenticator fill in forms. Where it can't, they stay hidden, and there are other ways.

const api = globalThis.PublicKeyCredential;

function serve(form) {
    const options = JSON.parse(form.dataset.options);
    const kind = form.dataset.passkey;
    const publicKey = kind === "create"
        ? api.parseCreationOptionsFromJSON(options) : api.parseRequestOptionsFromJSON(options);
    let waiting;
    const send = (credential) => {
        form.elements.answer.value = JSON.stringify(credential);
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
    api.isConditionalMediationAvailable?.().then((isThere) => {
        if (!isThere) return;
        waiting = new AbortController();
        navigator.credentials.get({ publicKey, mediation: "conditional", signal: waiting.signal }).then(send, () => {});
    });
}

if (api?.parseRequestOptionsFromJSON) document.querySelectorAll("[data-passkey]").forEach(serve);
