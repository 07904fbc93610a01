/** The verdict of a stored sign-up with what is known now of some of its parts; the others count as they did. Pure. */
import type { ComponentKind } from "../model/component.ts";
import { peopleOnCommon } from "../model/linkage/common_device.ts";
import type { ScoreRecord, StoredComponent, StoredFinding, StoredSignup } from "../model/records.ts";
import { levelOf, verdictOf } from "../model/verdict.ts";
import { overallAt } from "./calibration_replay.ts";
import type { OverallVerdict } from "./combine.ts";
import { scoreOf } from "./evaluate.ts";
import { ringFraudShare, WEIGHTS as LINK_WEIGHTS } from "./linkage.ts";
import { OWN_CLAIMS, OWN_REPORTS, shareAmong } from "./reports.ts";
import { storedBreakdown, storedFinding } from "./stored_breakdown.ts";

/** What is known now. */
interface KnownNow {
  /** Components that were scored again. */
  readonly components?: readonly StoredComponent[];
  /** Of the account's own reports and labels, by component: the weight (0 to 1; null: not known) and how many. */
  readonly own?: Readonly<Partial<Record<ComponentKind, OwnReports>>>;
  /** Members of its ring that are labelled fraud. */
  readonly labelled?: number;
}

export interface OwnReports {
  readonly risk: number | null;
  /** How many weigh in full. */
  readonly count: number;
  /** As in OwnHistory. */
  readonly isClaimed?: boolean;
}

/** Null when the record alone does not give the verdict that it has: then nothing can be said. */
export function reconsider(record: ScoreRecord, known: KnownNow): OverallVerdict | null {
  if (overallAt(record, levelOf(record)).verdict !== record.verdict) return null;
  const components = record.components.map((component) => {
    const again = known.components?.find(({ kind }) => kind === component.kind) ?? component;
    const own = known.own?.[component.kind];
    if (own === undefined || own.risk === null || again.rule !== null) return again;
    return withOwnReports(
      again,
      weightOf(record, again, own.risk, own.count),
      own.isClaimed ?? false,
      record,
    );
  });
  const { signup } = record;
  if (signup === undefined) return overallAt({ ...record, components }, levelOf(record));
  const counts = Object.values(known.own ?? {}).map(({ count }) => count);
  const links = known.labelled === undefined
    ? signup.links
    : withRingFraud(signup.links, known.labelled - Math.max(0, ...counts));
  return overallAt({ ...record, components, signup: { ...signup, links } }, levelOf(record));
}

/** Of own reports of a component; see `asCommonDevice`. */
function weightOf({ facts, signup }: ScoreRecord, { kind }: StoredComponent, risk: number, count: number) {
  if (kind !== "device" || facts?.["device.is_common"] !== true) return risk;
  return shareAmong({ risk, count }, peopleOnCommon(signup?.devicePeople ?? null));
}

function withOwnReports(
  component: StoredComponent,
  risk: number,
  isClaimed: boolean,
  record: ScoreRecord,
): StoredComponent {
  const { group, points, text } = isClaimed ? OWN_CLAIMS : OWN_REPORTS;
  const row: StoredFinding = [
    isClaimed ? "own_claims" : "own_reports",
    group,
    Math.round(points * risk * 10) / 10,
    text,
  ];
  const others = component.findings.filter(([name]) => name !== "own_reports" && name !== "own_claims");
  const findings = row[2] > 0 ? [...others, row] : others;
  const { findings: scored, trust } = storedBreakdown({ ...component, findings });
  const score = scoreOf(scored, trust);
  return { ...component, findings, score, verdict: verdictOf(score, levelOf(record)) };
}

function withRingFraud(links: StoredSignup["links"], labelled: number): StoredSignup["links"] {
  const { points, group, text } = LINK_WEIGHTS.ring_fraud;
  const share = ringFraudShare(labelled);
  const row: StoredFinding = ["ring_fraud", group, Math.round(points * share * 10) / 10, text];
  // Of the rows of a group only the strongest was stored with points.
  const member = links.findings.some(([name]) => name === "ring_member")
    ? [["ring_member", group, LINK_WEIGHTS.ring_member.points, LINK_WEIGHTS.ring_member.text] as const]
    : [];
  const others = links.findings.filter(([name]) => name !== "ring_member");
  const findings = [...replaced(others, "ring_fraud", row), ...member];
  return {
    ...links,
    findings,
    score: scoreOf(findings.map((finding) => storedFinding("linkage", finding)), []),
  };
}

function replaced(
  findings: readonly StoredFinding[],
  name: string,
  row: StoredFinding,
): readonly StoredFinding[] {
  const others = findings.filter((finding) => finding[0] !== name);
  return row[2] > 0 ? [...others, row] : others;
}
