/** Reads what the application knows of a sign-up into a request body; never throws. */
import { isObject } from "./decision.js";
/** As the service accepts. */
const MAX_BODY_BYTES = 256 * 1024;
/** Describe other fields; they are nothing to score by themselves. */
const SETTINGS = new Set(["strictness", "phone_country", "user_id", "device_token", "on_invalid"]);
export function readSignup(signup) {
    const invalid = [];
    /** By name: the value in JSON. */
    const fields = new Map();
    const take = (name, read) => {
        try {
            const value = read();
            if (value === undefined || value === null || value === "")
                return;
            // JSON has no NaN, functions or symbols: it would drop them, and the field would count as not given.
            const json = typeof value === "number" && !Number.isFinite(value) ? undefined : JSON.stringify(value);
            if (json === undefined)
                invalid.push({ field: name, detail: "is no JSON value" });
            else
                fields.set(name, json);
        }
        catch {
            invalid.push({ field: name, detail: "cannot be read as JSON" });
        }
    };
    try {
        if (!isObject(signup))
            return refused("", "the sign-up is no object");
        for (const name of Object.keys(signup)) {
            if (name === "device")
                takeDevice(() => signup.device, take, invalid);
            else if (name === "agent")
                take(name, () => withJoinedHeaders(signup[name]));
            else if (name !== "on_invalid")
                take(name, () => signup[name]);
        }
    }
    catch {
        return refused("", "the sign-up cannot be read");
    }
    if (![...fields.keys()].some((name) => !SETTINGS.has(name))) {
        return {
            body: null,
            invalid: invalid.length > 0 ? invalid : [{ field: "", detail: "nothing to score" }],
        };
    }
    fields.set("on_invalid", '"review"');
    const body = `{${[...fields].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
    return new TextEncoder().encode(body).byteLength > MAX_BODY_BYTES
        ? refused("", `the sign-up is larger than ${MAX_BODY_BYTES} bytes`)
        : { body, invalid };
}
/** The `headers` of a request as Node has them: lines of one header are joined as HTTP joins them (RFC 9110, 5.2). */
export function withJoinedHeaders(request) {
    if (!isObject(request) || !isObject(request.headers))
        return request;
    const joined = Object.entries(request.headers).map(([name, value]) => [
        name,
        Array.isArray(value) && value.every((line) => typeof line === "string") ? value.join(", ") : value,
    ]);
    return { ...request, headers: Object.fromEntries(joined) };
}
function takeDevice(read, take, invalid) {
    try {
        const device = read();
        if (device === undefined || device === null || device === "")
            return;
        if (!isObject(device)) {
            invalid.push({ field: "device", detail: "is no object" });
            return;
        }
        take("device_id", () => device.device_id);
        take("device_signals", () => device.signals);
        take("device_automation", () => device.automation);
        take("device_token", () => device.device_token);
    }
    catch {
        invalid.push({ field: "device", detail: "cannot be read" });
    }
}
function refused(field, detail) {
    return { body: null, invalid: [{ field, detail }] };
}
