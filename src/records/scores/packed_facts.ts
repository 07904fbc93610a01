/**
 * Facts in score records: a text for each component and one for the sign-up, with a letter and then the values in the order
 * of `ORDER`, separated by `|`, empty where unknown; records of earlier versions have shorter ones. The texts of places and
 * browsers are parts of the chunk, because many records have the same ones. What follows from the rest of the record
 * (`impliedFacts`) is not stored.
 */
import type { ComponentKind } from "../../model/component.ts";
import { isCustomFact } from "../../model/facts/custom.ts";
import type { Facts, FactValue } from "../../model/facts/fact.ts";
import { impliedFacts } from "../../model/facts/implied.ts";
import { type FactName, type FactRow, FACTS } from "../../model/facts/table.ts";
import type { ScoreRecord } from "../../model/records.ts";

type PackedOf = ComponentKind | "signup";

/** New facts are added at the end of a list, and none is removed. */
const ORDER: Readonly<Record<PackedOf, readonly FactName[]>> = {
  ip: ["ip.country", "ip.region", "ip.city", "ip.asn", "ip.org", "ip.network"],
  email: ["email.domain", "email.domain_class", "email.domain_age_days", "email.shape", "email.is_subdomain"],
  phone: ["phone.country", "phone.line_type", "phone.carrier", "phone.block", "phone.block_shown"],
  device: [
    "device.browser",
    "device.browser_major",
    "device.os",
    "device.device_class",
    "device.timezone",
    "device.language",
    "device.automation",
    "device.is_common",
  ],
  domain: ["domain.age_days", "domain.registrar"],
  signup: [
    "signup.user_agent_family",
    "signup.agent",
    "signup.referral",
    "signup.hour",
    "signup.weekday",
    "challenge.outcome",
    "challenge.kind",
    "challenge.seconds",
    "attestation.kind",
    "attestation.device",
    "attestation.app",
  ],
};
const LETTERS = { ip: "i", email: "e", phone: "p", device: "d", domain: "n", signup: "s" } as const;
const KINDS = Object.fromEntries(Object.entries(LETTERS).map(([of, letter]) => [letter, of])) as Readonly<
  Record<string, PackedOf>
>;
/** Of which many records have the same text. */
const SHARED: ReadonlySet<PackedOf> = new Set<PackedOf>(["ip", "device", "domain"]);

const BROWSERS = ["Chrome", "Safari", "Firefox", "Edge", "Opera", "Samsung Internet"];
/** One character stands for these, in their order: they are only added to. So are the `values` of a fact. */
const WORDS: { readonly [Name in FactName]?: readonly string[] } = {
  "phone.line_type": ["mobile", "fixed_line", "fixed_line_or_mobile", "voip"],
  "device.browser": BROWSERS,
  "device.os": ["Windows", "Android", "iOS", "macOS", "Linux", "ChromeOS"],
  "signup.user_agent_family": BROWSERS,
};

/** Shorter forms. */
interface Form {
  /** Null: it has none, and is written as it is. What is returned comes back the same. */
  pack(value: string, mask: string): string | null;
  unpack(text: string, mask: string): string;
}

const wordForm = (words: readonly string[]): Form => ({
  pack: (value) => {
    const index = words.indexOf(value);
    if (index < 0 || index > 35) return value.length === 1 ? null : value;
    return index.toString(36);
  },
  unpack: (text) => text.length === 1 ? words[parseInt(text, 36)] ?? text : text,
});

const CLASSES: Readonly<Record<string, string>> = {
  given: "g",
  surname: "s",
  initial: "i",
  word: "w",
  letters: "l",
};
const CLASS_OF = Object.fromEntries(Object.entries(CLASSES).map(([name, letter]) => [letter, name]));

const FORMS: { readonly [Name in FactName]?: Form } = {
  ...Object.fromEntries(
    Object.entries<FactRow>(FACTS).flatMap(([name, { values }]) =>
      values === undefined ? [] : [[name, wordForm(values)]]
    ),
  ),
  ...Object.fromEntries(Object.entries(WORDS).map(([name, words]) => [name, wordForm(words)])),
  /** Mostly the end of the host that the masked address shows: how many labels of it. */
  "email.domain": {
    pack: (value, mask) => {
      const host = mask.slice(mask.lastIndexOf("@") + 1);
      return host === value || host.endsWith(`.${value}`) ? String(value.split(".").length) : null;
    },
    unpack: (text, mask) => mask.slice(mask.lastIndexOf("@") + 1).split(".").slice(-Number(text)).join("."),
  },
  "email.shape": {
    pack: (value) => {
      let isPlain = true;
      const text = value.replaceAll(/[a-z]+/g, (name) => {
        isPlain &&= name.length > 1;
        return CLASSES[name] ?? name;
      });
      return isPlain ? text : null;
    },
    unpack: (text) => text.replaceAll(/[a-z]+/g, (letter) => CLASS_OF[letter] ?? letter),
  },
  "phone.block": {
    pack: (value) => value.startsWith("blk_") ? value.slice("blk_".length) : null,
    unpack: (text) => `blk_${text}`,
  },
  /** Mostly the digits are at the end that it hides. */
  "phone.block_shown": {
    pack: (value) => {
      if (!value.startsWith("+") || value.includes("*")) return null;
      const hidden = value.indexOf("•");
      if (hidden < 0) return null;
      return value.slice(hidden) === "••••" ? value.slice(1, hidden) : value.slice(1).replaceAll("•", "*");
    },
    unpack: (text) => text.includes("*") ? `+${text.replaceAll("*", "•")}` : `+${text}••••`,
  },
};

/** Before a value that has no shorter form; and alone: unknown, though something is implied. */
const VERBATIM = "%=";
const UNKNOWN = "%";

/** @param mask of the component; "" when nothing of these is known */
export function packFacts(of: PackedOf, facts: Facts, mask = ""): string {
  const fields: string[] = [];
  let known = 0;
  for (const name of ORDER[of]) {
    const field = fieldText(name, facts[name], mask);
    fields.push(field);
    if (field !== "") known = fields.length;
  }
  return known === 0 ? "" : LETTERS[of] + fields.slice(0, known).join("|");
}

/** Of the sign-up as a whole: only what is not implied. */
export function packSignupFacts(record: Pick<ScoreRecord, "at" | "signup">, facts: Facts): string {
  const implied = impliedFacts(record, facts);
  const differing: Record<string, FactValue> = {};
  const missing: FactName[] = [];
  for (const name of ORDER.signup) {
    const value = facts[name];
    if (value === implied[name]) continue;
    if (value === undefined) missing.push(name);
    else differing[name] = value;
  }
  if (missing.length === 0) return packFacts("signup", differing);
  const fields = ORDER.signup.map((name) =>
    missing.includes(name) ? UNKNOWN : fieldText(name, differing[name], "")
  );
  return LETTERS.signup + fields.slice(0, fields.findLastIndex((field) => field !== "") + 1).join("|");
}

/** The fields of the customer's own, by their keys; null without any. */
export function customOf(facts: Facts): Readonly<Record<string, FactValue>> | null {
  let custom: Record<string, FactValue> | null = null;
  for (const name in facts) {
    if (isCustomFact(name)) (custom ??= {})[name.slice("custom.".length)] = facts[name]!;
  }
  return custom;
}

export function isShared(text: string): boolean {
  return SHARED.has(KINDS[text[0]!]!);
}

/** The facts of a text, and what it says is unknown. */
interface TextFacts {
  readonly known: readonly { readonly name: FactName; readonly value: FactValue }[];
  readonly unknown: readonly FactName[];
}

/** What was read of texts that many records share: it is read once. */
export type ReadTexts = Map<string, TextFacts>;

/** @param texts as `packFacts` and `packSignupFacts` wrote them @param maskOf the component's mask, or "" */
export function unpackFacts(
  texts: readonly string[],
  custom: Readonly<Record<string, FactValue>>,
  record: Pick<ScoreRecord, "at" | "signup">,
  maskOf: (of: PackedOf) => string,
  readTexts: ReadTexts,
): Facts {
  const facts: Record<string, FactValue> = {};
  for (const key in custom) facts[`custom.${key}`] = custom[key]!;
  const missing: FactName[] = [];
  for (const text of texts) {
    const of = KINDS[text[0]!];
    if (of === undefined) continue;
    let found = readTexts.get(text);
    if (found === undefined) {
      found = textFacts(of, text, maskOf(of));
      // The forms of those that are shared take no mask.
      if (SHARED.has(of)) readTexts.set(text, found);
    }
    for (const { name, value } of found.known) facts[name] = value;
    missing.push(...found.unknown);
  }
  const implied = impliedFacts(record, facts);
  for (const name in implied) facts[name] ??= implied[name as FactName]!;
  for (const name of missing) delete facts[name];
  return facts;
}

function textFacts(of: PackedOf, text: string, mask: string): TextFacts {
  const known: { readonly name: FactName; readonly value: FactValue }[] = [];
  const unknown: FactName[] = [];
  const names = ORDER[of];
  const fields = text.slice(1).split("|");
  for (let index = 0; index < fields.length; index++) {
    const [name, field] = [names[index], fields[index]!];
    if (name === undefined || field === "") continue;
    if (field === UNKNOWN) unknown.push(name);
    else known.push({ name, value: fieldValue(name, field, mask) });
  }
  return { known, unknown };
}

function fieldText(name: FactName, value: FactValue | undefined, mask: string): string {
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return String(value);
  const form = FORMS[name];
  if (form === undefined) return escaped(value);
  const short = form.pack(value, mask);
  return short === null || short === "" ? VERBATIM + escaped(value) : escaped(short);
}

function fieldValue(name: FactName, field: string, mask: string): FactValue {
  const { type } = FACTS[name];
  if (type === "number") return Number(field);
  if (type === "boolean") return field === "1";
  if (field.startsWith(VERBATIM)) return unescaped(field.slice(VERBATIM.length));
  return FORMS[name]?.unpack(unescaped(field), mask) ?? unescaped(field);
}

const SPECIAL = /[%|;]/;

/** Without the separators of fields and of texts. */
function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replaceAll(/[%|;]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
}

function unescaped(text: string): string {
  return text.includes("%")
    ? text.replaceAll(/%([0-9a-f]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)))
    : text;
}
