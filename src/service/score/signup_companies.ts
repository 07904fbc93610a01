/** What a sign-up may be in company by (`model/linkage/company.ts`): its private domain, its referral. */
import type { Facts, FactValue } from "../../model/facts/fact.ts";
import type { Traits } from "../../model/linkage/company.ts";
import type { CompanyValue } from "../../records/linkage/companies.ts";
import { type Decision, decisionOf } from "./decision.ts";

/** Hashes; null for what a sign-up did not have. */
interface Linked {
  readonly subnet: string | null;
  readonly domain: string | null;
  readonly referral: string | null;
}

interface MailDomain {
  readonly isYoung: boolean;
  readonly isOld: boolean;
}

const NONE: readonly CompanyValue[] = [];

export function companiesOf(
  decisions: readonly Decision[],
  traits: Traits,
  { subnet, domain, referral }: Linked,
  { isYoung, isOld }: MailDomain,
): readonly CompanyValue[] {
  const facts = decisionOf(decisions, "email")?.evaluation.facts ?? {};
  // At a school they come in classes.
  const isPrivate = facts["email.domain_class"] === "private";
  if (referral === null && !(isPrivate && domain !== null)) return NONE;
  const isShared = decisionOf(decisions, "ip")?.evaluation.component.isSharedPlace ?? false;
  const of = { traits, subnet, isShared };
  const companies: CompanyValue[] = [];
  if (isPrivate && domain !== null) {
    companies.push({ ...of, link: "email_domain", hash: domain, isYoung, isOld });
  }
  if (referral !== null) {
    companies.push({ ...of, link: "referral", hash: referral, isYoung: false, isOld: false });
  }
  return companies;
}

export function traitsOf(decisions: readonly Decision[]): Traits {
  const email: Facts = decisionOf(decisions, "email")?.evaluation.facts ?? {};
  const device = decisionOf(decisions, "device")?.evaluation.facts ?? {};
  const network = decisionOf(decisions, "ip")?.evaluation.facts["ip.network"];
  const { "device.browser": browser, "device.os": os } = device;
  return {
    shape: textOf(email["email.shape"]),
    hosting: network === "datacenter" ? "" : null,
    class: browser === undefined ? null : `${browser}/${os ?? ""}`,
  };
}

function textOf(value: FactValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
