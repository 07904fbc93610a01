/** The facts that follow from the text of an address alone. */
import { type Known, unknown } from "../../model/evidence.ts";
import { riskyTld } from "../domain/risky_tld.ts";
import { mixesScripts } from "../domain/scripts.ts";
import { isMachineGenerated } from "./machine_generated.ts";
import { isRoleAccount } from "./role.ts";
import type { Mailbox } from "./syntax.ts";
import { typoOf, type TypoSuggestion } from "./typo.ts";

export interface TextFacts {
  /** A part of the local part mixes scripts. */
  readonly mixedLocal: boolean;
  readonly tld: ReturnType<typeof riskyTld>;
  readonly typo: TypoSuggestion | null;
  readonly role: boolean;
  readonly machineGenerated: Known<boolean>;
}

export const NOT_AN_ADDRESS = unknown("not_asked", "not a valid e-mail address");

/** The facts of a text that is not an address. */
export const NO_TEXT_FACTS: TextFacts = {
  mixedLocal: false,
  tld: { risky: false, share: 0 },
  typo: null,
  role: false,
  machineGenerated: NOT_AN_ADDRESS,
};

/** @param untaggedLocal local part in lower case without its tag @param phone number given with the address */
export function textFactsOf(
  { host, literal }: Mailbox,
  untaggedLocal: string,
  phone: string | null,
): TextFacts {
  return {
    mixedLocal: untaggedLocal.split(/[._-]/).some(mixesScripts),
    tld: literal ? NO_TEXT_FACTS.tld : riskyTld(host),
    typo: literal ? null : typoOf(host),
    role: isRoleAccount(untaggedLocal),
    machineGenerated: isMachineGenerated(untaggedLocal, host, phone),
  };
}
