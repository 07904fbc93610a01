/** What links between sign-ups change in the verdicts of an account: its stored sign-ups, with and without them. */
import { DAY_MS } from "../../model/duration.ts";
import type { Caller, Outcome, ScoreRecord } from "../../model/records.ts";
import { levelOf, type Verdict } from "../../model/verdict.ts";
import { verdictAt } from "../../scoring/calibration_replay.ts";
import type { Services } from "../context.ts";

export const PREVIEW_DAYS = 30;
/** The newest sign-ups that are looked at. */
export const MAX_PREVIEWED = 100_000;
/** Milliseconds of work after which other requests have their turn. */
const SLICE_MS = 10;

const PREVIEW_LABELS = ["fraud", "legit", "unlabelled"] as const;
type PreviewLabel = typeof PREVIEW_LABELS[number];

/** Sign-ups whose verdict is another one with links than without. */
export interface LinkageChange extends Readonly<Record<PreviewLabel, number>> {
  readonly from: Verdict;
  readonly to: Verdict;
}

export interface LinkagePreview {
  /** Sign-ups that were looked at: with live keys, in the last PREVIEW_DAYS. */
  readonly signups: number;
  /** There are more than MAX_PREVIEWED. */
  readonly capped: boolean;
  readonly changes: readonly LinkageChange[];
}

/** @throws AppError rate_limited, unavailable when too many previews and dry runs are waiting */
export function previewLinkage(services: Services, caller: Caller): Promise<LinkagePreview> {
  return services.dryRunLimit.run(caller.account.id, () => preview(services, caller.account.id));
}

async function preview({ store, now }: Services, account: string): Promise<LinkagePreview> {
  const until = now();
  const changes = new Map<string, Record<PreviewLabel, number> & Pick<LinkageChange, "from" | "to">>();
  let signups = 0;
  let turn = performance.now() + SLICE_MS;
  for await (const record of store.archive.list(account, { since: until - PREVIEW_DAYS * DAY_MS, until })) {
    if (record.signup === undefined || record.mode === "test") continue;
    if (signups === MAX_PREVIEWED) return { signups, capped: true, changes: [...changes.values()] };
    signups++;
    const change = changeOf(record);
    if (change !== null) {
      const label: Outcome | undefined = (await store.labels.get(account, record.id))?.outcome;
      const key = `${change.from} ${change.to}`;
      const counts = changes.get(key) ?? { ...change, fraud: 0, legit: 0, unlabelled: 0 };
      counts[label ?? "unlabelled"]++;
      changes.set(key, counts);
    }
    if (performance.now() < turn) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    turn = performance.now() + SLICE_MS;
  }
  return { signups, capped: false, changes: [...changes.values()] };
}

/** Null for a verdict that links do not change. */
function changeOf(record: ScoreRecord): Pick<LinkageChange, "from" | "to"> | null {
  if (record.signup?.links.score === 0) return null;
  const from = verdictAt(record, levelOf(record), { withLinks: false });
  const to = verdictAt(record, levelOf(record), { withLinks: true });
  return from === to ? null : { from, to };
}
