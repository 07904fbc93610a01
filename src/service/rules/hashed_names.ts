/** How rules that hold a hash match a value that is scored. A rule may hold the hash under an earlier secret. */
import { InvalidValue } from "../../model/invalid_value.ts";
import { hashedName } from "../../model/rules/rule_set.ts";
import { domainIdentity, parseDomain } from "../../signals/domain/parse.ts";
import { numbersBefore } from "../../signals/phone/earlier_plan.ts";
import type { Inputs } from "../../signals/registry.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";
import type { Prepared } from "../score/decision.ts";

const NONE: readonly string[] = [];

/** The names of the value, and of an e-mail address those of its domain, which a rule for the domain covers. */
export function hashedNames(
  hasher: IdentifierHasher,
  { kind, input, hash }: Pick<Prepared, "kind" | "input" | "hash">,
): readonly string[] {
  if (hash === null) return NONE;
  const own = [hash, ...hasher.earlier(hash)].map((hash) => hashedName(kind, hash));
  if (kind === "phone") {
    const { e164 } = input as Inputs["phone"]; // the kind decides the type of the input
    const before = e164 === null ? NONE : numbersBefore(e164);
    return [
      ...own,
      ...before.flatMap((number) => hasher.hashes(kind, number)).map((hash) => hashedName(kind, hash)),
    ];
  }
  if (kind !== "email") return own;
  const { domain } = (input as Inputs["email"]).email; // the kind decides the type of the input
  if (domain === null) return own;
  return [
    ...own,
    ...hasher.hashes("domain", domainIdentity(domain)).map((hash) => hashedName("domain", hash)),
  ];
}

/** The hashes that stored scores may have of the host's domain. */
export function hashesOfHost(hasher: IdentifierHasher, host: string): readonly string[] {
  const name = parseDomain(host);
  return name instanceof InvalidValue ? NONE : hasher.hashes("domain", domainIdentity(name));
}
