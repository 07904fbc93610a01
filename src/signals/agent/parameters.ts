/** The parameters of a signature and its value: their types, and what a profile requires of them. */
import type { Profile } from "./profiles.ts";
import { type Refused, refused } from "./reasons.ts";
import { type Algorithm, isAlgorithm } from "./signature/algorithms.ts";
import type { BareItem, Dictionary, InnerList, Member } from "./signature/structured_fields.ts";

/** How far `created` may be ahead of our clock, in seconds. `expires` has no tolerance because it limits replay. */
const CREATED_SKEW = 60;

/** Why the member is not a well-formed signature; null when it is. */
export function shapeProblem(member: Member, signatures: Dictionary, label: string): string | null {
  if (member.kind !== "inner_list") return "the member of Signature-Input is not an inner list";
  if (member.items.some((item) => item.value.type !== "string")) {
    return "the identifier of a covered component is not a String";
  }
  for (const [name, type] of PARAMETER_TYPES) {
    const value = member.parameters.get(name);
    if (value !== undefined && value.type !== type) return `${name} is not a ${type}`;
  }
  if (!signatures.members.has(label)) return "Signature has no member with this label";
  return signatureOf(signatures, label) === null ? "the signature is not a byte sequence" : null;
}

const PARAMETER_TYPES = [
  ["created", "integer"],
  ["expires", "integer"],
  ["keyid", "string"],
  ["alg", "string"],
  ["nonce", "string"],
] as const;

type Window = { readonly ok: true; readonly expires: number; readonly algorithm: Algorithm | null } | Refused;

/** Checks the parameters in the order of the reason list. Their types have been checked. */
export function readWindow(profile: Profile, { parameters }: InnerList, now: number): Window {
  for (const [name, missing] of profile.required) {
    const value = parameters.get(name)?.value;
    if (value === undefined || value === "") return refused(missing, `${name} is required`);
  }
  const alg = textOf(parameters.get("alg"));
  const algorithm = alg === null ? null : isAlgorithm(alg) ? alg : profile.algorithmNames.get(alg);
  if (algorithm === undefined) {
    return refused("unsupported_algorithm", `alg ${JSON.stringify(alg)} is not accepted`);
  }
  const created = parameters.get("created")!.value as number; // an Integer, see PARAMETER_TYPES
  const expires = parameters.get("expires")!.value as number;
  if (created > now + CREATED_SKEW) {
    return refused("not_yet_valid", `created is ${created - now} s ahead`);
  }
  if (now > expires) return refused("expired", `expired ${now - expires} s ago`);
  const most = profile.maxWindowSeconds;
  if (expires - created > most) {
    return refused("window_too_long", `the window is ${expires - created} s; the profile allows ${most} s`);
  }
  return { ok: true, expires, algorithm };
}

export function signatureOf(signatures: Dictionary, label: string): Uint8Array<ArrayBuffer> | null {
  const member = signatures.members.get(label);
  return member?.kind === "item" && member.value.type === "bytes" ? member.value.value : null;
}

export function keyidOf(member: Member): string {
  return textOf(member.parameters.get("keyid")) ?? "";
}

export function textOf(item: BareItem | undefined): string | null {
  return item?.type === "string" ? item.value : null;
}
