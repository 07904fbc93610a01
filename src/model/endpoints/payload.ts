/** Where the messages of known senders have the facts of a sign-up. Values are passed on as they are: the reader of sign-ups judges them. */
import { asObject, isObject, type JsonObject, stringMember } from "../json.ts";
import { HOOK_FIELDS, type HookField, type HookPointers, type SendingKind } from "./hook.ts";
import { resolvePointer } from "./json_pointer.ts";

/** Values by the names of `/v1/score/user`; a field that is absent was not given. */
export type HookFields = { readonly [F in HookField]?: unknown };

interface SupabaseMessage {
  /** The same for all attempts, which `webhook-id` is not; null: absent. */
  readonly uuid: string | null;
  readonly fields: HookFields;
}

const SUPABASE_HOOK = "before-user-created";
const MAX_UUID_LENGTH = 100;
/** More than any value may have. */
const MAX_VALUE_LENGTH = 5000;
const MAX_RECIPIENT_LENGTH = 320;
/** An international number without its plus sign, as Supabase Auth keeps it. */
const BARE_NUMBER = /^[1-9]\d{6,14}$/;

/** The message of Supabase Auth before a user is created; null when it is another one. */
export function readSupabase(payload: unknown): SupabaseMessage | null {
  const message = asObject(payload);
  const user = asObject(message?.user);
  if (message === null || user === null) return null;
  const metadata = asObject(message.metadata) ?? {};
  if ((stringMember(metadata, "name") ?? SUPABASE_HOOK) !== SUPABASE_HOOK) return null;
  const uuid = stringMember(metadata, "uuid");
  return {
    uuid: uuid === null || uuid === "" || uuid.length > MAX_UUID_LENGTH ? null : uuid,
    fields: present({
      ip: metadata.ip_address,
      email: user.email,
      phone: typeof user.phone === "string" && BARE_NUMBER.test(user.phone) ? `+${user.phone}` : user.phone,
      user_id: user.id,
    }),
  };
}

interface SupabaseSend {
  readonly to: string;
  readonly email: string | null;
  readonly userId: string | null;
  /** `email_action_type` of a mail. */
  readonly action: string | null;
}

/** What Supabase Auth wants to be sent; null when it is another message. */
export function readSupabaseSend(payload: unknown, kind: SendingKind): SupabaseSend | null {
  const message = asObject(payload);
  const user = asObject(message?.user);
  if (message === null || user === null) return null;
  const data = asObject(kind === "supabase_send_sms" ? message.sms : message.email_data);
  if (data === null) return null;
  const text = (value: unknown) => typeof value === "string" && value !== "" ? value : null;
  // A number that is being confirmed is not yet the user's.
  const phone = text(data.phone) ?? text(user.new_phone) ?? text(user.phone);
  const email = text(user.email);
  const to = kind === "supabase_send_email"
    ? email
    : phone !== null && BARE_NUMBER.test(phone)
    ? `+${phone}`
    : phone;
  if (to === null || to.length > MAX_RECIPIENT_LENGTH) return null;
  return {
    to,
    email: kind === "supabase_send_email" ? null : email,
    userId: text(user.id),
    action: text(data.email_action_type),
  };
}

/** Where Clerk has it, and plain events: the first place that has a value counts. */
const KNOWN_PLACES: { readonly [F in HookField]: readonly string[] } = {
  ip: ["/event_attributes/http_request/client_ip", "/data/ip", "/data/ip_address"],
  email: ["/data/email_addresses/0/email_address", "/data/email"],
  phone: ["/data/phone_numbers/0/phone_number", "/data/phone", "/data/phone_number"],
  user_id: ["/data/id", "/data/user_id"],
};

/** Clerk's lists, whose primary entry is named by its id. */
const PRIMARY = {
  email: { list: "email_addresses", id: "primary_email_address_id", value: "email_address" },
  phone: { list: "phone_numbers", id: "primary_phone_number_id", value: "phone_number" },
} as const;

/** What an event says of a sign-up. */
export function readEvent(payload: unknown, pointers: HookPointers): HookFields {
  return bounded(Object.fromEntries(HOOK_FIELDS.map((field) => {
    const pointer = pointers[field];
    const value = pointer === undefined ? known(payload, field) : resolvePointer(payload, pointer);
    // Ids are often numbers.
    return [field, field === "user_id" && typeof value === "number" ? String(value) : value];
  })));
}

/** Without blanks, and small: what is not text, or too long, stays unreadable. */
function bounded(fields: HookFields): HookFields {
  return Object.fromEntries(
    Object.entries(present(fields)).map(([field, value]) => [
      field,
      typeof value === "string" ? value.slice(0, MAX_VALUE_LENGTH) : false,
    ]),
  );
}

/** The type of an event; null: it has none. */
export function eventType(payload: unknown): string | null {
  return isObject(payload) ? stringMember(payload, "type") : null;
}

function known(payload: unknown, field: HookField): unknown {
  const primary = field === "email" || field === "phone" ? primaryOf(payload, field) : undefined;
  if (isGiven(primary)) return primary;
  for (const pointer of KNOWN_PLACES[field]) {
    const value = resolvePointer(payload, pointer);
    if (isGiven(value)) return value;
  }
  return undefined;
}

function primaryOf(payload: unknown, field: keyof typeof PRIMARY): unknown {
  const data: JsonObject = asObject(asObject(payload)?.data) ?? {};
  const { list, id, value } = PRIMARY[field];
  const entries: unknown = data[list];
  if (!Array.isArray(entries) || !isGiven(data[id])) return undefined;
  return asObject(entries.find((entry) => asObject(entry)?.id === data[id]))?.[value];
}

function present(fields: HookFields): HookFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value)));
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
