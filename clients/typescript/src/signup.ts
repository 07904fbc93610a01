/** Reads what the application knows of a sign-up into a request body; never throws. */
import { jsonOf } from "./ask.ts";
import { type InvalidField, isObject } from "./decision.ts";
import type { paths } from "../dist/schema.d.ts";

type Body = NonNullable<paths["/v1/score/user"]["post"]["requestBody"]>["content"]["application/json"];

/** All fields are optional; `null`, `undefined` and `""` mean "not known". `agent.headers` may be those of Node's request. */
export type Signup =
  & { readonly [Name in keyof Omit<Body, "on_invalid">]?: Body[Name] | null | undefined }
  & {
    /** What `Winnow.fingerprint()` returned in the browser, as it arrived: it gives `device_id`, `device_signals`, `device_automation` and `device_token`. */
    readonly device?: unknown;
  };

/** As the service accepts. */
const MAX_BODY_BYTES = 256 * 1024;
/** Describe other fields; they are nothing to score by themselves. */
const SETTINGS = new Set([
  "strictness",
  "phone_country",
  "user_id",
  "device_token",
  "email_token",
  "attestation",
  "on_invalid",
]);

export interface ReadSignup {
  /** JSON; null: there is nothing to send. */
  readonly body: string | null;
  readonly invalid: readonly InvalidField[];
}

export function readSignup(signup: unknown): ReadSignup {
  const { fields, invalid } = readFields(signup);
  fields.delete("on_invalid");
  if (![...fields.keys()].some((name) => !SETTINGS.has(name))) {
    return {
      body: null,
      invalid: invalid.length > 0 ? invalid : [{ field: "", detail: "nothing to score" }],
    };
  }
  fields.set("on_invalid", '"review"');
  const body = jsonOf(fields);
  return new TextEncoder().encode(body).byteLength > MAX_BODY_BYTES
    ? { body: null, invalid: [{ field: "", detail: `the sign-up is larger than ${MAX_BODY_BYTES} bytes` }] }
    : { body, invalid };
}

/**
 * The fields that are given, in JSON, by name; never throws. What is no object has none.
 * @param isDevice whether `device` is what the browser's script returned, rather than a field of the service
 */
export function readFields(
  given: unknown,
  isDevice = true,
): { fields: Map<string, string>; invalid: InvalidField[] } {
  const invalid: InvalidField[] = [];
  const fields = new Map<string, string>();
  const take = (name: string, read: () => unknown) => {
    try {
      const value = read();
      if (value === undefined || value === null || value === "") return;
      // JSON has no NaN, functions or symbols: it would drop them, and the field would count as not given.
      const json = typeof value === "number" && !Number.isFinite(value) ? undefined : JSON.stringify(value);
      if (json === undefined) invalid.push({ field: name, detail: "is no JSON value" });
      else fields.set(name, json);
    } catch {
      invalid.push({ field: name, detail: "cannot be read as JSON" });
    }
  };
  const none = (detail: string) => ({ fields: new Map<string, string>(), invalid: [{ field: "", detail }] });
  try {
    if (!isObject(given)) return none("it is no object");
    for (const name of Object.keys(given)) {
      if (name === "device" && isDevice) takeDevice(() => given.device, take, invalid);
      else if (name === "agent") take(name, () => withJoinedHeaders(given[name]));
      else take(name, () => given[name]);
    }
  } catch {
    return none("it cannot be read");
  }
  return { fields, invalid };
}

/** The `headers` of a request as Node has them: lines of one header are joined as HTTP joins them (RFC 9110, 5.2). */
export function withJoinedHeaders(request: unknown): unknown {
  if (!isObject(request) || !isObject(request.headers)) return request;
  const joined = Object.entries(request.headers).map((
    [name, value],
  ) => [
    name,
    Array.isArray(value) && value.every((line) => typeof line === "string") ? value.join(", ") : value,
  ]);
  return { ...request, headers: Object.fromEntries(joined) };
}

function takeDevice(
  read: () => unknown,
  take: (name: string, read: () => unknown) => void,
  invalid: InvalidField[],
): void {
  try {
    const device = read();
    if (device === undefined || device === null || device === "") return;
    if (!isObject(device)) {
      invalid.push({ field: "device", detail: "is no object" });
      return;
    }
    take("device_id", () => device.device_id);
    take("device_signals", () => device.signals);
    take("device_automation", () => device.automation);
    take("device_token", () => device.device_token);
  } catch {
    invalid.push({ field: "device", detail: "cannot be read" });
  }
}
