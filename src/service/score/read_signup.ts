/** Reads the fields of a sign-up request as the inputs of its components. Blanks mean not given; all blank is refused. */
import { isUserId, USER_ID_RULE } from "../../model/signup/user_id.ts";
import type { AgentRequestInput } from "../../signals/agent/parse.ts";
import { type DeviceBody, parseDevice } from "../../signals/device/parse.ts";
import type { Signup } from "./score_signup.ts";
import type { Refuse, ValueReader } from "./value_reader.ts";

type Blank<T> = T | null | undefined;

export interface SignupFields {
  readonly ip?: Blank<string>;
  readonly email?: Blank<string>;
  readonly phone?: Blank<string>;
  readonly phone_country?: Blank<string>;
  readonly domain?: Blank<string>;
  readonly device_id?: Blank<string>;
  readonly device_signals?: DeviceBody["signals"];
  readonly device_automation?: DeviceBody["automation"];
  readonly agent?: Blank<AgentRequestInput>;
  readonly user_id?: Blank<string>;
}

/** @param refuse makes the error of a field; "" is the whole request */
export function readSignup(
  values: ValueReader,
  fields: SignupFields,
  refuse: (field: string, why: string) => Error,
): Signup {
  const ip = given(fields.ip);
  const email = given(fields.email);
  const phone = given(fields.phone);
  const domain = given(fields.domain);
  const deviceId = given(fields.device_id);
  const userId = given(fields.user_id);
  if (userId !== null && !isUserId(userId)) throw refuse("user_id", USER_ID_RULE);
  const { agent, device_signals: signals, device_automation: automation } = fields;
  const at = (name: string): Refuse => (why, field) =>
    refuse(field === "country" ? "phone_country" : name, why);
  const address = ip === null ? null : values.read("ip", ip, at("ip"));
  const signup: Signup = {
    ...(address === null ? {} : { ip: address }),
    ...(email === null ? {} : { email: values.read("email", email, at("email")) }),
    ...(phone === null
      ? {}
      : { phone: values.read("phone", phone, at("phone"), { country: fields.phone_country }) }),
    ...(domain === null ? {} : { domain: values.read("domain", domain, at("domain")) }),
    ...(deviceId === null ? {} : {
      device: {
        device: parseDevice({ device_id: deviceId, signals, automation }, (why) => refuse("device_id", why)),
        address,
        addressRulesApply: false,
      },
    }),
    ...(agent === null || agent === undefined ? {} : { agent }),
  };
  if (Object.keys(signup).length === 0) {
    throw refuse("", "give at least one of ip, email, phone, domain, device_id or agent");
  }
  return {
    ...signup,
    ...(isGiven(signals) || isGiven(automation) ? { browser: { signals, automation } } : {}),
    ...(userId === null ? {} : { userId }),
  };
}

function given(text: Blank<string>): string | null {
  return text === null || text === undefined || text.trim() === "" ? null : text;
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}
