/** Replays the labelled sign-ups of a corpus in their order, with labels that become known later. */
import { DAY_MS, HOUR_MS } from "../../src/model/duration.ts";
import { deviceId, readTime } from "../../src/service/backtest/cells.ts";
import { People } from "./people.ts";
import { startReplay } from "./service.ts";

/** A label is known so long after the sign-up. */
const LABELLED_AFTER_MS = 14 * DAY_MS;

interface Row {
  readonly at: number;
  readonly ip: string;
  readonly device: string;
  readonly fraud: boolean;
}

/** Counts of sign-ups that were not allowed. */
interface Caught {
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
  await using service = await startReplay(linkage, rows[0]!.at, LABELLED_AFTER_MS);
  const caught: Row[] = [];
  for (const row of rows) {
    const email = withEmails ? { email: people.email("gmail.com") } : {};
    const signup = { ip: row.ip, device_id: deviceId(row.device), ...email };
    const { verdict } = await service.score(signup, row.at, row.fraud ? "fraud" : "legit");
    if (verdict !== "allow") caught.push(row);
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
  return lines.map((line) => {
    const [time, ip, device, fraud] = line.split(",");
    return { at: readTime(time!)!, ip: ip!, device: device!, fraud: fraud === "1" };
  });
}
