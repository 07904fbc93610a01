/** Replays the labelled sign-ups of a corpus in their order, with labels that become known later. */
import { DAY_MS, HOUR_MS } from "../../src/model/duration.ts";
import { People } from "./people.ts";
import { ReplayedService, type SignupBody } from "./service.ts";

/** A label is known so long after the sign-up. */
const LABELLED_AFTER_MS = 14 * DAY_MS;
/** The corpus is of the past; stored data would have expired. */
const START = Date.UTC(2036, 0, 1);

interface Row {
  readonly at: number;
  readonly ip: string;
  readonly device: string;
  readonly fraud: boolean;
}

/** Counts of sign-ups that were not allowed. */
export interface Caught {
  readonly fraud: number;
  readonly legit: number;
  readonly ofFraud: number;
  readonly ofLegit: number;
}

export function precision({ fraud, legit }: Caught): number {
  return fraud / Math.max(1, fraud + legit);
}

export async function replay(
  corpora: string,
  linkage: "report" | "score",
  withEmails: boolean,
): Promise<Caught> {
  const rows = readRows(corpora);
  const people = new People(corpora, 1);
  await using service = await ReplayedService.start(linkage, rows[0]!.at);
  const waiting: { due: number; request_id: string; outcome: "fraud" | "legit" }[] = [];
  const caught: Row[] = [];
  for (const row of rows) {
    const known = waiting.findIndex(({ due }) => due > row.at);
    const labels = waiting.splice(0, known < 0 ? waiting.length : known);
    if (labels.length > 0) {
      await service.label(labels.map(({ request_id, outcome }) => ({ request_id, outcome })), row.at);
    }
    const email = withEmails ? { email: people.email("gmail.com") } : {};
    const signup: SignupBody = { ip: row.ip, device_id: hexOf(row.device), ...email };
    const { request_id, verdict } = await service.score(signup, row.at);
    if (verdict !== "allow") caught.push(row);
    waiting.push({ due: row.at + LABELLED_AFTER_MS, request_id, outcome: row.fraud ? "fraud" : "legit" });
  }
  return count(rows, caught);
}

/** The rule to compare with: the device's second sign-up within the hour. */
export function plainRule(corpora: string): Caught {
  const rows = readRows(corpora);
  const last = new Map<string, number>();
  const caught = rows.filter(({ device, at }) => {
    const before = last.get(device);
    last.set(device, at);
    return before !== undefined && at - before <= HOUR_MS;
  });
  return count(rows, caught);
}

function count(rows: readonly Row[], caught: readonly Row[]): Caught {
  const fraud = (some: readonly Row[]) => some.filter((row) => row.fraud).length;
  return {
    fraud: fraud(caught),
    legit: caught.length - fraud(caught),
    ofFraud: fraud(rows),
    ofLegit: rows.length - fraud(rows),
  };
}

function readRows(corpora: string): Row[] {
  const lines = Deno.readTextFileSync(`${corpora}/linked-signups/dev/signups.csv`).trim().split("\n").slice(
    1,
  );
  const first = Date.parse(lines[0]!.split(",")[0]!);
  return lines.map((line) => {
    const [time, ip, device, fraud] = line.split(",");
    return { at: START + Date.parse(time!) - first, ip: ip!, device: device!, fraud: fraud === "1" };
  });
}

/** The corpus names devices by letters. */
function hexOf(device: string): string {
  return new TextEncoder().encode(device).toHex();
}
