/** deliverability_score: how likely mail sent there arrives, 0 to 99. It is not part of the risk score. */
import { isFalse, isTrue } from "../../model/evidence.ts";
import type { EmailFacts } from "./facts.ts";
import { isCatchAll, isVerified, SETTLED_DOMAIN_DAYS, type StatusRow } from "./status.ts";

interface DeliverabilityRow {
  readonly name: string;
  readonly points: number;
  readonly when: (facts: EmailFacts, sub: string) => boolean;
}

const START = 70;
const LOWEST = 1;
const HIGHEST = 99;

export const DELIVERABILITY_ROWS: readonly DeliverabilityRow[] = [
  { name: "verified", points: 27, when: isVerified },
  { name: "catch_all", points: -15, when: isCatchAll },
  { name: "mailbox_full", points: -30, when: (f) => f.mailbox.reply === "full" },
  { name: "temporary_failure", points: -15, when: (_f, sub) => sub === "temporary_failure" },
  { name: "disposable", points: -45, when: (f) => isTrue(f.disposable) },
  { name: "role_account", points: -8, when: (f) => isTrue(f.role) },
  { name: "machine_generated_handle", points: -10, when: (f) => isTrue(f.machineGenerated) },
  { name: "possible_typo", points: -25, when: (f) => f.typo !== null && !f.typo.squat },
  { name: "imitation", points: -45, when: (f) => (f.typo?.squat ?? false) || isTrue(f.homograph) },
  { name: "spf", points: 4, when: (f) => isTrue(f.spf) },
  { name: "dmarc", points: 4, when: (f) => isTrue(f.dmarc) },
  {
    name: "no_spf_no_dmarc",
    points: -8,
    when: (f) => !f.knownProvider && isFalse(f.spf) && isFalse(f.dmarc),
  },
  { name: "website", points: 3, when: (f) => isTrue(f.website) },
  { name: "known_provider", points: 10, when: (f) => f.knownProvider },
  {
    name: "settled_domain",
    points: 8,
    when: (f) => f.ageDays.known && f.ageDays.value >= SETTLED_DOMAIN_DAYS,
  },
  { name: "new_domain", points: -20, when: (f) => isTrue(f.newDomain) },
  { name: "risky_tld", points: -5, when: (f) => isTrue(f.riskyTld) },
  { name: "footprint", points: 6, when: (f) => isTrue(f.footprint) },
];

export function deliverabilityOf(facts: EmailFacts, row: StatusRow): number {
  if (row.undeliverable) return 0;
  let score = START;
  for (const { points, when } of DELIVERABILITY_ROWS) if (when(facts, row.sub)) score += points;
  return Math.min(HIGHEST, Math.max(LOWEST, score));
}
