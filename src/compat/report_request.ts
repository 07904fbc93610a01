/** Reads the vendor's transaction report as a label. Unlike a fraud request, it is refused when a field is wrong. */
import type { Address } from "../model/address/address.ts";
import { InvalidValue } from "../model/invalid_value.ts";
import type { Outcome } from "../model/records.ts";
import { isGlobalUnicast } from "../model/address/special_purpose.ts";
import { parseIp } from "../signals/ip/parse.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import { valueOf } from "./section_reader.ts";
import { type Refusal, refused } from "./refusal.ts";

interface TransactionReport {
  /** Null takes an earlier label back. */
  readonly outcome: Outcome | null;
  /** `req_…`; null when the report names no score of this service. */
  readonly requestId: string | null;
  readonly transaction: string | null;
  readonly address: Address | null;
}

const TAGS = {
  chargeback: "fraud",
  spam_or_abuse: "fraud",
  suspected_fraud: "fraud",
  not_fraud: "legit",
  clear: null,
} as const satisfies Readonly<Record<string, Outcome | null>>;

type Tag = keyof typeof TAGS;
export const REPORT_TAGS = Object.keys(TAGS) as readonly Tag[];

const KEYS = "tag ip_address maxmind_id minfraud_id transaction_id chargeback_code notes".split(" ");
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_LENGTH = 255;
const MAX_NOTES_LENGTH = 1000;

type Read<T> = { readonly value: T } | { readonly refusal: Refusal };

/** @param body parsed JSON of any shape */
export function readReport(body: unknown): TransactionReport | { readonly refusal: Refusal } {
  if (!isObject(body)) return refused("JSON_INVALID", "The body is not a JSON object");
  const unknown = Object.keys(body).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    return refused("PARAMETER_UNKNOWN", `The parameter ${shown(unknown)} is not known`);
  }
  const tag = valueOf(body, "tag");
  if (tag === null || tag === "") return refused("TAG_REQUIRED", "A tag is required");
  if (!isTag(tag)) return refused("TAG_INVALID", `The tag must be one of ${REPORT_TAGS.join(", ")}`);
  const address = readAddress(body);
  if ("refusal" in address) return address;
  const requestId = readId(body);
  if ("refusal" in requestId) return requestId;
  const notes = valueOf(body, "notes");
  if (notes !== null && (typeof notes !== "string" || notes.length > MAX_NOTES_LENGTH)) {
    return refused("NOTES_INVALID", `The notes must be a string of at most ${MAX_NOTES_LENGTH} characters`);
  }
  const transaction = readTransaction(body);
  if ("refusal" in transaction) return transaction;
  if (requestId.value === null && transaction.value === null && address.value === null) {
    return valueOf(body, "maxmind_id") === null
      ? refused("TRANSACTION_ID_REQUIRED", "One of minfraud_id, transaction_id or ip_address is required")
      : refused("MAXMIND_ID_INVALID", "This service gives no maxmind_id; send the minfraud_id");
  }
  return {
    outcome: TAGS[tag],
    requestId: requestId.value,
    transaction: transaction.value,
    address: address.value,
  };
}

function isTag(value: unknown): value is Tag {
  return typeof value === "string" && Object.hasOwn(TAGS, value);
}

function readAddress(body: JsonObject): Read<Address | null> {
  const given = valueOf(body, "ip_address");
  if (given === null || given === "") return { value: null };
  if (typeof given !== "string") return refused("IP_ADDRESS_INVALID", "The IP address is not a string");
  const address = parseIp(given);
  if (address instanceof InvalidValue) {
    return refused("IP_ADDRESS_INVALID", `The IP address ${address.reason}`);
  }
  return isGlobalUnicast(address)
    ? { value: address }
    : refused("IP_ADDRESS_RESERVED", "The IP address is in reserved or private space");
}

function readId(body: JsonObject): Read<string | null> {
  const given = valueOf(body, "minfraud_id");
  if (given === null || given === "") return { value: null };
  return typeof given === "string" && UUID.test(given)
    ? { value: `req_${given.toLowerCase()}` }
    : refused("MINFRAUD_ID_INVALID", "The minfraud_id is not the id of a response (a UUID)");
}

function readTransaction(body: JsonObject): Read<string | null> {
  const given = valueOf(body, "transaction_id");
  if (given === null || given === "") return { value: null };
  return (typeof given === "string" || typeof given === "number") && String(given).length <= MAX_LENGTH
    ? { value: String(given) }
    : refused("REQUEST_INVALID", `The transaction_id must be a string of at most ${MAX_LENGTH} characters`);
}

function shown(key: string): string {
  return key.slice(0, 60).toWellFormed();
}
