/** The Signature-Agent header: the value that a signature covers, in the String form and in the Dictionary form. */
import { type Refused, refused } from "../reasons.ts";
import { coveredName } from "./signature_base.ts";
import {
  type Dictionary,
  type InnerList,
  type Item,
  type Member,
  parseDictionary,
  parseItem,
  StructuredFieldError,
} from "./structured_fields.ts";

/** The covered value, not yet parsed as a URL. */
export interface AgentClaim {
  readonly value: string;
  readonly type: string | null;
  readonly form: "string" | "dictionary";
}

type ClaimVerdict = { readonly ok: true; readonly claim: AgentClaim } | Refused;

/** The parsed header, shared by all signatures of a request. */
export type SignatureAgentHeader =
  | { readonly form: "absent" }
  | { readonly form: "unreadable"; readonly detail: string }
  | { readonly form: "string"; readonly item: Item }
  | { readonly form: "dictionary"; readonly dictionary: Dictionary };

/** A String starts with a quote and a Dictionary key cannot. */
export function readSignatureAgent(value: string | null): SignatureAgentHeader {
  if (value === null) return { form: "absent" };
  try {
    return /^[ \t]*"/.test(value)
      ? { form: "string", item: parseItem(value) }
      : { form: "dictionary", dictionary: parseDictionary(value) };
  } catch (error) {
    if (error instanceof StructuredFieldError) return { form: "unreadable", detail: error.message };
    throw error;
  }
}

/** A signature is valid only for the member that it covers. */
export function coveredClaim(header: SignatureAgentHeader, input: InnerList, label: string): ClaimVerdict {
  if (header.form === "absent") {
    return refused("signature_agent_missing", "there is no Signature-Agent header");
  }
  const covering = input.items.filter((item) => coveredName(item) === "signature-agent");
  if (covering.length === 0) {
    return refused("signature_agent_not_covered", "no covered component is signature-agent");
  }
  const keys = covering.flatMap((item) => item.parameters.get("key") ?? []);
  if (header.form === "unreadable") return invalid(header.detail);
  if (header.form === "string") {
    return keys.length === covering.length
      ? invalid("the header is a String and has no members")
      : claimOf(header.item, "string");
  }
  const { members } = header.dictionary;
  if (keys.length === 0) {
    return claimOf(members.size === 1 ? [...members.values()][0] : members.get(label), "dictionary");
  }
  const named = keys.filter((key) => key.type === "string").map((key) => key.value as string);
  const key = named.length === 1 ? named[0]! : named.find((name) => name === label);
  return key === undefined
    ? invalid("the covered components name several members and none is named like the label")
    : claimOf(members.get(key), "dictionary");
}

function claimOf(member: Member | undefined, form: AgentClaim["form"]): ClaimVerdict {
  if (member === undefined) {
    return invalid("the covered member is not in the header, or it is not clear which one it is");
  }
  if (member.kind !== "item" || member.value.type !== "string") return invalid("the value is not a String");
  let type: string | null = null;
  for (const [name, value] of member.parameters) {
    if (name !== "type") return invalid(`the value has the parameter ${name}`);
    if (value.type !== "token") return invalid("the type parameter is not a Token");
    type = value.value;
  }
  return { ok: true, claim: { value: member.value.value, type, form } };
}

function invalid(detail: string): Refused {
  return refused("signature_agent_invalid", detail);
}
