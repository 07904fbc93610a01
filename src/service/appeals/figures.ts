/** How many decisions were overturned by appeals, by the rules and findings that had decided. */
import { DAY_MS } from "../../model/duration.ts";
import type { Caller } from "../../model/records.ts";
import type { FindingSource } from "../../model/component.ts";
import type { StoredAppeal } from "../../records/appeals.ts";
import { addWork } from "../access/work.ts";
import type { Services } from "../context.ts";

/** Appeals that are read, the newest. */
const MAX_READ = 10_000;
/** Rules and findings that are listed. */
const MAX_LISTED = 100;

export type AppealFigures = NonNullable<Awaited<ReturnType<typeof appealFigures>>>;

interface Decisions {
  accepted: number;
  refused: number;
}

/** Of appeals of the last days; null: the account takes none and has none. */
export async function appealFigures(services: Services, caller: Caller, days: number) {
  const { store, now } = services;
  const all = { open: 0, accepted: 0, refused: 0 };
  const byRule = new Map<string, Decisions>();
  const byFinding = new Map<string, Decisions & { readonly finding: readonly [FindingSource, string] }>();
  let read = 0;
  for await (const appeal of store.appeals.since(caller.account.id, now() - days * DAY_MS)) {
    if (appeal.expiresAt <= now()) continue;
    all[appeal.state]++;
    count(appeal, byRule, byFinding);
    if (++read === MAX_READ) break;
  }
  addWork(services, caller, read);
  if (read === 0 && caller.account.appeals !== true) return null;
  return {
    filed: read,
    ...all,
    overturned: shareOf(all),
    by_rule: ranked(byRule).map(([rule_id, decisions]) => ({ rule_id, ...figuresOf(decisions) })),
    by_finding: ranked(byFinding).map(([, { finding: [component, name], ...decisions }]) => ({
      component,
      name,
      ...figuresOf(decisions),
    })),
  };
}

function count(
  { state, rule, finding }: StoredAppeal,
  byRule: Map<string, Decisions>,
  byFinding: Map<string, Decisions & { readonly finding: readonly [FindingSource, string] }>,
): void {
  if (state === "open") return;
  if (rule !== null) entryOf(byRule, rule, () => ({ accepted: 0, refused: 0 }))[state]++;
  else if (finding !== null) {
    entryOf(byFinding, finding.join(" "), () => ({ accepted: 0, refused: 0, finding }))[state]++;
  }
}

function entryOf<T>(map: Map<string, T>, key: string, made: () => T): T {
  const known = map.get(key) ?? made();
  map.set(key, known);
  return known;
}

/** Those that were overturned most often first. */
function ranked<T extends Decisions>(map: ReadonlyMap<string, T>): (readonly [string, T])[] {
  return [...map].sort(([, one], [, other]) => other.accepted - one.accepted || other.refused - one.refused)
    .slice(0, MAX_LISTED);
}

function figuresOf({ accepted, refused }: Decisions) {
  return { accepted, refused, overturned: shareOf({ accepted, refused }) };
}

/** Null: none is decided. */
function shareOf({ accepted, refused }: Decisions): number | null {
  return accepted + refused === 0 ? null : accepted / (accepted + refused);
}
