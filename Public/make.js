/** A new element. What has a dash in its name, and `role`, is an attribute; all else is a property. */
export function make(name, properties = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
        if (key === "role" || key.includes("-")) element.setAttribute(key, value);
        else element[key] = value;
    }
    element.append(...children);
    return element;
}
