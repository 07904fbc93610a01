/** Scores of sign-ups that are written to the store as they are, without being scored. */
import type { Facts } from "../../../src/model/facts/fact.ts";
import { type KeyMode, retentionOf, type ScoreRecord } from "../../../src/model/records.ts";
import type { Verdict } from "../../../src/model/verdict.ts";
import type { TestApp } from "../app/app.ts";
import { packScore } from "../fixtures/packed_score.ts";

/** What matters of a score; the rest is plain. */
export interface ScoreParts {
  readonly mode?: KeyMode;
  readonly score?: number;
  readonly verdict?: Verdict;
  /** Of the address. */
  readonly findings?: readonly string[];
  readonly userId?: string | null;
  readonly facts?: Facts;
  /** Id of a rule of a list that decided. */
  readonly rule?: string;
  readonly conditions?: ScoreRecord["conditions"];
}

/** In one commit, now. Their ids. */
export async function storeScores(
  { app: { services: { store, now } } }: TestApp,
  account: string,
  scores: readonly ScoreParts[],
): Promise<string[]> {
  const owner = store.accounts.accountNamed(account)!.id;
  const records = scores.map((score) => {
    const slot = store.segments.reserve(retentionOf(score.mode ?? "live"));
    return { slot, owner, packed: packScore(recordOf(slot.requestId, owner, now(), score)) };
  });
  await store.writer.write({ records });
  store.postings.countWritten(owner, records.length, now());
  return records.map(({ slot }) => slot.requestId);
}

function recordOf(id: string, account: string, at: number, parts: ScoreParts): ScoreRecord {
  const { mode = "live", score = 3, verdict = "allow", findings = [], userId = null } = parts;
  const { facts, rule, conditions } = parts;
  return {
    id,
    account,
    key: "key_test",
    mode,
    subject: "user",
    via: "user",
    at,
    expiresAt: at + retentionOf(mode),
    score,
    verdict,
    strictness: 1,
    summary: null,
    topSignals: [],
    rule: rule === undefined ? null : { id: rule, action: "block", kind: "ip", value: "192.0.2.1" },
    agentDecision: null,
    dataVersion: "test",
    components: (["ip", "email", "phone", "device"] as const).map((kind) => ({
      kind,
      hash: `hash of ${id}`,
      relatedHashes: [],
      mask: "•••",
      score,
      verdict,
      findings: kind === "ip" ? findings.map((name) => [name, name, 10, name]) : [],
      trust: [],
      unknown: {},
      rule: null,
    })),
    signup: {
      linkage: {
        device_email_count: 1,
        email_device_count: 1,
        email_ip_count: 1,
        subnet_rate_1h: 1,
        domain_rate_1h: 1,
        referral_rate_1h: null,
      },
      ring: null,
      node: id.slice(4).replaceAll("-", ""),
      actor: { type: "unknown", proven: false, basis: "none", operator: null, trigger: null, detail: "" },
      agent: null,
      userId,
      links: { score: 0, findings: [], counted: false },
    },
    ...(facts === undefined ? {} : { facts }),
    ...(conditions === undefined ? {} : { conditions }),
  };
}
