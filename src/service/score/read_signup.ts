/** The fields of a signup request to the inputs of its components. Blanks mean not given; all blank is refused. */
import type { AppError } from "../../model/error.ts";
import type { AgentRequestInput } from "../../signals/agent/parse.ts";
import type { DeviceBody } from "../../signals/device/parse.ts";
import { readDevice, readDomain, readEmail, readIp, readPhone } from "./read_input.ts";
import type { Signup } from "./score_signup.ts";

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
}

/** @param refuse makes the error of a field; "" is the whole request */
export function readSignup(fields: SignupFields, refuse: (field: string, why: string) => AppError): Signup {
  const ip = given(fields.ip);
  const email = given(fields.email);
  const phone = given(fields.phone);
  const domain = given(fields.domain);
  const deviceId = given(fields.device_id);
  const address = ip === null ? null : readIp(ip, (why) => refuse("ip", why));
  const signup: Signup = {
    ...(address === null ? {} : { ip: address }),
    ...(email === null ? {} : {
      email: { email: readEmail(email, (why) => refuse("email", why)), waitForMailbox: false },
    }),
    ...(phone === null ? {} : {
      phone: readPhone(phone, given(fields.phone_country), {
        phone: (why) => refuse("phone", why),
        country: (why) => refuse("phone_country", why),
      }),
    }),
    ...(domain === null ? {} : { domain: readDomain(domain, (why) => refuse("domain", why)) }),
    ...(deviceId === null ? {} : {
      device: {
        device: readDevice({
          device_id: deviceId,
          signals: fields.device_signals,
          automation: fields.device_automation,
        }, (why) => refuse("device_id", why)),
        address,
        alone: false,
      },
    }),
    ...(fields.agent === null || fields.agent === undefined ? {} : { agent: fields.agent }),
  };
  if (Object.keys(signup).length === 0) {
    throw refuse("", "give at least one of ip, email, phone, domain, device_id or agent");
  }
  return signup;
}

function given(text: Blank<string>): string | null {
  return text === null || text === undefined || text.trim() === "" ? null : text;
}
