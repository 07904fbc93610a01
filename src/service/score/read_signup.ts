/**
 * Reads the fields of a sign-up request as the inputs of its components. Blanks mean not given; all blank is refused.
 * An invalid field refuses the request, or (for review) is listed, and the rest is read as if it had not been given.
 */
import type { Claimable } from "../../model/component.ts";
import { AppError } from "../../model/error.ts";
import { issueSentence, type SchemaIssue } from "../../model/schema_issue.ts";
import type { InvalidComponent } from "../../model/invalid_component.ts";
import { EXTERNAL_ID_RULE, isExternalId, isUserId, USER_ID_RULE } from "../../model/user_id.ts";
import { type AgentRequestInput, limitHeaders, parseAgentRequest } from "../../signals/agent/parse.ts";
import { agentRequestSchema } from "../../signals/agent/schema.ts";
import { type DeviceBody, parseDevice } from "../../signals/device/parse.ts";
import { type EmailTokenFields, emailTokenSchema, readEmailTokenClaim } from "../../signals/email/schema.ts";
import {
  type AttestationFields,
  attestationSchema,
  readAttestation,
} from "../../signals/device/attestation.ts";
import { deviceAutomationSchema, deviceSignalsSchema } from "../../signals/device/schema.ts";
import type { Signup } from "./score_signup.ts";
import { readCustom } from "./read_custom.ts";
import { type Attempt, readCountry, type Refuse, type ValueReader } from "./value_reader.ts";

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
  readonly external_id?: Blank<string>;
  /** Validated by its schema. */
  readonly verified?: Blank<readonly Claimable[]>;
  readonly device_token?: Blank<string>;
  readonly challenge_token?: Blank<string>;
  readonly email_token?: Blank<EmailTokenFields>;
  readonly attestation?: Blank<AttestationFields>;
  /** Of any type: read here. */
  readonly custom?: unknown;
  readonly referral?: unknown;
}

/** Makes the error of a field; "" is the whole request. */
type RefuseField = (field: string, why: string) => Error;

export function readSignup(values: ValueReader, fields: SignupFields, refuse: RefuseField): Signup {
  const signup = signupOf(values, fields, (name, read) => read(refusing(name, refuse)));
  if (!hasComponent(signup)) throw nothingGiven(refuse);
  return signup;
}

/**
 * Scores what can be read: `invalid` of the result lists the rest. Only a request without any value is refused.
 * @param sent values of any type, by the names of `SignupFields`
 * @param refuse as for `readSignup`: the detail of an AppError it makes becomes the detail of the field
 */
export function readSignupForReview(
  values: ValueReader,
  sent: { readonly [field: string]: unknown },
  refuse: RefuseField,
  { verified }: Pick<SignupFields, "verified"> = {},
): Signup {
  const invalid: InvalidComponent[] = [];
  const attempt: Attempt = (name, read) => {
    try {
      return read(refusing(name, refuse));
    } catch (error) {
      invalid.push(invalidComponent(name, error));
      return null;
    }
  };
  const text = (name: string) =>
    attempt(name, (refuse) => {
      const value = sent[name];
      if (isGiven(value) && typeof value !== "string") throw refuse("must be a string", "value");
      return value === undefined ? null : value as string | null;
    });
  const shaped = <T>(name: string, schema: Schema<T>) =>
    isGiven(sent[name]) ? attempt(name, (refuse) => valid(schema, sent[name], refuse)) : null;
  const phone = text("phone");
  const country = text("phone_country");
  const signup = signupOf(values, {
    ip: text("ip"),
    email: text("email"),
    phone,
    // Without a readable country the number is read as one that names its own.
    phone_country: given(phone) === null
      ? null
      : attempt("phone_country", (refuse) => readCountry(country, (why) => refuse(why, "value"))),
    domain: text("domain"),
    device_id: text("device_id"),
    device_signals: shaped("device_signals", deviceSignalsSchema),
    device_automation: shaped("device_automation", deviceAutomationSchema),
    agent: shaped("agent", {
      safeParse: (value, options) => {
        limitHeaders(value, "/agent");
        const result = agentRequestSchema.safeParse(value, options);
        if (result.success) parseAgentRequest(result.data, "/agent");
        return result;
      },
    }),
    user_id: text("user_id"),
    external_id: text("external_id"),
    verified,
    device_token: text("device_token"),
    challenge_token: text("challenge_token"),
    email_token: shaped("email_token", emailTokenSchema),
    attestation: shaped("attestation", attestationSchema),
    custom: sent.custom,
    referral: sent.referral,
  }, attempt);
  if (!hasComponent(signup) && invalid.length === 0) throw nothingGiven(refuse);
  return { ...signup, invalid };
}

function signupOf(values: ValueReader, fields: SignupFields, attempt: Attempt): Signup {
  const ip = given(fields.ip);
  const email = given(fields.email);
  const phone = given(fields.phone);
  const domain = given(fields.domain);
  const deviceId = given(fields.device_id);
  const { agent, device_signals: signals, device_automation: automation, phone_country: country } = fields;
  const userId = attempt("user_id", (refuse) => {
    const id = given(fields.user_id);
    if (id !== null && !isUserId(id)) throw refuse(USER_ID_RULE, "value");
    return id;
  });
  const externalId = attempt("external_id", (refuse) => {
    const id = given(fields.external_id);
    if (id !== null && !isExternalId(id)) throw refuse(EXTERNAL_ID_RULE, "value");
    return id;
  });
  const emailToken = readEmailTokenClaim(fields.email_token);
  const address = ip === null ? null : attempt("ip", (refuse) => values.read("ip", ip, refuse));
  const read = {
    email: email === null
      ? null
      : attempt("email", (refuse) => values.read("email", email, refuse, { emailToken, phone })),
    phone: phone === null
      ? null
      : attempt("phone", (refuse) => values.read("phone", phone, refuse, { country })),
    domain: domain === null ? null : attempt("domain", (refuse) => values.read("domain", domain, refuse)),
    device: deviceId === null ? null : attempt("device_id", (refuse) => ({
      device: parseDevice({ device_id: deviceId, signals, automation }, (why) => refuse(why, "value")),
      address,
      addressRulesApply: false,
    })),
  };
  const signup: { -readonly [Name in keyof Signup]: Signup[Name] } = {};
  if (address !== null) signup.ip = address;
  if (read.email !== null) signup.email = read.email;
  if (read.phone !== null) signup.phone = read.phone;
  if (read.domain !== null) signup.domain = read.domain;
  if (read.device !== null) signup.device = read.device;
  if (agent !== null && agent !== undefined) signup.agent = agent;
  if (isGiven(signals) || isGiven(automation)) signup.browser = { signals, automation };
  if (userId !== null) signup.userId = userId;
  if (externalId !== null) signup.externalId = externalId;
  if (fields.verified?.length) signup.verified = [...new Set(fields.verified)];
  const custom = readCustom(fields, attempt);
  if (custom !== null) signup.custom = custom;
  if (isGiven(fields.attestation)) signup.attestation = readAttestation(fields.attestation!);
  const token = given(fields.device_token);
  if (token !== null) signup.deviceToken = token.trim();
  const answer = given(fields.challenge_token);
  if (answer !== null) signup.challengeToken = answer.trim();
  return signup;
}

function hasComponent(
  {
    browser: _b,
    userId: _u,
    externalId: _e,
    verified: _v,
    deviceToken: _t,
    challengeToken: _a,
    attestation: _p,
    custom: _c,
    ...components
  }: Signup,
): boolean {
  return Object.keys(components).length > 0;
}

function nothingGiven(refuse: RefuseField): Error {
  return refuse("", "give at least one of ip, email, phone, domain, device_id or agent");
}

function refusing(name: string, refuse: RefuseField): Refuse {
  return (why, field) => refuse(field === "country" ? "phone_country" : name, why);
}

const MAX_DETAIL = 300;

/** @throws what is not about the value */
function invalidComponent(place: string, error: unknown): InvalidComponent {
  const [field = ""] = place.split("/");
  if (!(error instanceof AppError) || error.code !== "invalid_value") throw error;
  const [problem] = error.extra.errors ?? [];
  const detail = problem?.detail ?? error.message;
  // The place inside the field, where the problem has one: `/agent/url`.
  const inner = problem !== undefined && "pointer" in problem ? problem.pointer.split("/").slice(2) : [];
  const whole = inner.length === 0 ? detail : `${inner.join("/")} ${detail}`;
  // It is stored, and may hold a name that somebody invented.
  return { field, detail: whole.slice(0, MAX_DETAIL).toWellFormed() };
}

interface Schema<T> {
  safeParse(value: unknown, options: { reportInput: true }):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };
}

function valid<T>(schema: Schema<T>, value: unknown, refuse: Refuse): T {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw refuse([...issue.path.map(String), issueSentence(issue)].join(" "), "value");
}

function given(text: Blank<string>): string | null {
  return text === null || text === undefined || text.trim() === "" ? null : text;
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}
