/** Domain evidence to a component: every point comes from a row of WEIGHTS. */
import { type Component, type DeepReadonly, NullReasons } from "../../model/component.ts";
import { DAY_MS } from "../../model/duration.ts";
import { isFalse, isTrue, type Known, known, mapKnown, unknown } from "../../model/evidence.ts";
import { evaluate, type Fired, type TrustRow, type WeightRow } from "../../scoring/evaluate.ts";
import { OWN_CLAIMS, OWN_REPORTS, ownClaimsFired, reportsFired } from "../../scoring/reports.ts";
import type { DomainEvidence } from "./evidence.ts";
import { riskyTld } from "./risky_tld.ts";

/**
 * Facts about a domain. The e-mail signal takes the rows about the domain of an address from here, so each weight and
 * sentence is defined once.
 */
export const WEIGHTS = {
  reserved: { points: 90, group: "existence", text: "domain reserved for examples and private use" },
  does_not_resolve: { points: 90, group: "existence", text: "domain does not resolve" },
  disposable: { points: 78, group: "disposable", text: "disposable e-mail domain" },
  disposable_suspected: { points: 60, group: "disposable", text: "suspected disposable e-mail domain" },
  homograph: { points: 70, group: "imitation", text: "imitates another name" },
  first_week: { points: 60, group: "age", text: "domain registered less than 7 days ago" },
  first_month: { points: 45, group: "age", text: "domain registered less than 30 days ago" },
  first_quarter: { points: 20, group: "age", text: "domain registered less than 90 days ago" },
  risky_tld: { points: 15, group: "tld", text: "top-level domain often used for abuse" },
  no_website: { points: 8, group: "website", text: "domain has no website" },
  no_spf_no_dmarc: { points: 8, group: "sender_policy", text: "domain publishes neither SPF nor DMARC" },
  free_provider: { points: 4, group: "free", text: "free e-mail provider" },
  abuse_reports: { points: 100, group: "reports", text: "reported for abuse" },
  own_reports: OWN_REPORTS,
  own_claims: OWN_CLAIMS,
  recent_abuse: { points: 25, group: "recent", text: "reported for abuse in the last 30 days" },
} as const satisfies Readonly<Record<string, WeightRow>>;

export const TRUSTS = {
  aged: { factor: 0.9, text: "domain registered at least two years ago" },
} as const satisfies Readonly<Record<string, TrustRow>>;

/** A domain younger than this is new. */
export const NEW_DOMAIN_DAYS = 30;
/** From this age on a domain is old: it is trusted more, and its name is hardly a typo. */
export const OLD_DOMAIN_DAYS = 730;

/** The wire fields of `GET /v1/score/domain`, without what every result carries. */
export type DomainFields = DeepReadonly<ReturnType<typeof fieldsOf>>;

export function scoreDomain(evidence: DomainEvidence): Component<DomainFields> {
  const nulls = new NullReasons();
  const days = ageDays(evidence);
  return {
    kind: "domain",
    breakdown: evaluate({
      component: "domain",
      weights: WEIGHTS,

      trusts: TRUSTS,
      fired: firedBy(evidence, days),
      trusted: isAged(evidence, days) ? ["aged"] : [],
    }),
    fields: fieldsOf(evidence, days, nulls),
    unknown: nulls.reasons,
  };
}

function firedBy(evidence: DomainEvidence, days: Known<number>): Fired<keyof typeof WEIGHTS>[] {
  const { name, lists, homograph, dns, history, widelyShared } = evidence;
  const fired: Fired<keyof typeof WEIGHTS>[] = [];
  const own = !lists.freeProvider && !lists.aliasProvider && !name.isReserved;
  const dead = isFalse(dns.resolves) && isFalse(dns.acceptsMail);
  if (name.isReserved) fired.push("reserved");
  else if (dead) fired.push("does_not_resolve");
  if (lists.disposable === "listed" || isTrue(lists.disposableMx)) fired.push("disposable");
  else if (lists.disposable === "suspected") fired.push("disposable_suspected");
  if (homograph.detected) {
    const { share, why } = homograph;
    fired.push({ name: "homograph", share, text: why ?? WEIGHTS.homograph.text });
  }
  const age = own ? ageRow(days) : null;
  if (age !== null) fired.push(age);
  const tld = riskyTld(name.host);
  if (tld.risky && own) fired.push({ name: "risky_tld", share: tld.share });
  if (isFalse(evidence.website) && own && !dead) fired.push("no_website");
  if (isFalse(dns.spf) && isFalse(dns.dmarc) && own && !dead) fired.push("no_spf_no_dmarc");
  if (lists.freeProvider) fired.push("free_provider");
  fired.push(
    ...reportsFired(history, "abuse_reports", { widelyShared }),
    ...ownClaimsFired(history, widelyShared),
  );
  return fired;
}

/** The row of a domain's age; null from 90 days on. */
export function ageRow(days: Known<number>): "first_week" | "first_month" | "first_quarter" | null {
  if (!days.known) return null;
  if (days.value < 7) return "first_week";
  if (days.value < NEW_DOMAIN_DAYS) return "first_month";
  return days.value < 90 ? "first_quarter" : null;
}

function ageDays({ registration, now }: DomainEvidence): Known<number> {
  if (!registration.known) return registration;
  const { createdAt } = registration.value;
  const at = createdAt === null ? NaN : Date.parse(createdAt);
  return Number.isNaN(at)
    ? unknown("no_data", "the registry gives no registration date")
    : known(daysSince(at, now));
}

/** Whole days; a date in the future counts as today. Both in milliseconds since the epoch. */
export function daysSince(at: number, now: number): number {
  return Math.max(0, Math.floor((now - at) / DAY_MS));
}

/** Below a private suffix (`me.github.io`) the suffix is old, not the name. */
function isAged({ name, lists }: DomainEvidence, days: Known<number>): boolean {
  return days.known && days.value >= OLD_DOMAIN_DAYS && !lists.freeProvider &&
    name.owner === name.registrable;
}

function fieldsOf(evidence: DomainEvidence, days: Known<number>, nulls: NullReasons) {
  const { name, lists, homograph, dns, registration, history } = evidence;
  const noData = unknown("no_data", "not in the registry's answer");
  const registered = (name: "createdAt" | "registrar"): Known<string> => {
    if (!registration.known) return registration;
    const value = registration.value[name];
    return value === null ? noData : known(value);
  };
  return {
    domain: name.host,
    abuse_reports: history.abuseReports,
    signals: {
      resolves: nulls.value("signals.resolves", dns.resolves),
      mx_found: nulls.value("signals.mx_found", dns.acceptsMail),
      has_spf: nulls.value("signals.has_spf", dns.spf),
      has_dmarc: nulls.value("signals.has_dmarc", dns.dmarc),
      is_disposable: lists.disposable !== null || isTrue(lists.disposableMx),
      is_homograph: homograph.detected,
      is_free_provider: lists.freeProvider,
      is_risky_tld: riskyTld(name.host).risky,
      newly_registered: nulls.value(
        "signals.newly_registered",
        mapKnown(days, (age) => age < NEW_DOMAIN_DAYS),
      ),
    },
    registration: {
      created_at: nulls.value("registration.created_at", registered("createdAt")),
      age_days: nulls.value("registration.age_days", days),
      registrar: nulls.value("registration.registrar", registered("registrar")),
    },
  };
}
