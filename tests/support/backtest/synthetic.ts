/** A shop's sign-ups that nobody made: ordinary people, families, and rings that share a device. The same for the same seed. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/model/duration.ts";

const COLUMNS = ["signup_time", "ip", "email", "phone", "device", "fraud", "score"] as const;

export type SyntheticRow = Readonly<Record<typeof COLUMNS[number], string>>;

interface SyntheticOptions {
  readonly rows: number;
  readonly seed?: number;
  /** Milliseconds since the epoch. */
  readonly start?: number;
}

const NAMES = ["ada", "bruno", "chloe", "dmitri", "elena", "farid", "greta", "hugo", "ines", "jonas", "kira"];
const SURNAMES = ["archer", "bellamy", "castell", "draper", "eklund", "fischer", "garnier", "holm", "ibarra"];
const FREE = ["gmail.com", "outlook.com", "yahoo.com", "gmx.de"];
const THROW_AWAY = ["mailinator.com", "guerrillamail.com", "yopmail.com"];

export function syntheticRows(
  { rows, seed = 1, start = Date.UTC(2025, 2, 1) }: SyntheticOptions,
): SyntheticRow[] {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const hex = () => Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");
  const address = () => `${pick([81, 84, 91, 188])}.${below(200)}.${below(250)}.${1 + below(250)}`;
  const below = (limit: number) => Math.floor(random() * limit);
  const made: (SyntheticRow & { readonly at: number })[] = [];
  const add = (at: number, row: Omit<SyntheticRow, "signup_time" | "score">) => {
    const noise = random() * 45 + (row.fraud === "1" ? 30 : 0);
    made.push({ at, signup_time: new Date(at).toISOString(), ...row, score: noise.toFixed(1) });
  };
  while (made.length < rows) {
    const at = Math.floor(start + random() * 60 * DAY_MS);
    if (random() < 0.03) {
      const [device, ip] = [hex(), address()];
      for (let member = 0; member < 4 + below(4); member++) {
        const email = `${pick(NAMES)}${below(1000)}@${random() < 0.4 ? pick(THROW_AWAY) : pick(FREE)}`;
        add(at + member * 7 * MINUTE_MS, { ip, email, phone: "", device, fraud: "1" });
      }
      continue;
    }
    // At times a family signs up together.
    const members = random() < 0.015 ? 2 : 1;
    const [ip, device] = [address(), hex()];
    for (let member = 0; member < members; member++) {
      const email = `${pick(NAMES)}.${pick(SURNAMES)}${below(90) + 10}@${pick(FREE)}`;
      const phone = random() < 0.3 ? `+4479460${10_000 + below(89_999)}` : "";
      add(at + below(HOUR_MS), { ip, email, phone, device, fraud: random() < 0.01 ? "1" : "0" });
    }
  }
  return made.sort((a, b) => a.at - b.at).map(({ at: _, ...row }) => row);
}

export function csvOf(rows: readonly Readonly<Record<string, string>>[]): string {
  const names = Object.keys(rows[0]!);
  const quoted = (cell: string) => /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return [names, ...rows.map((row) => names.map((name) => row[name]!))]
    .map((cells) => `${cells.map(quoted).join(",")}\n`).join("");
}

/** A linear congruential generator (Numerical Recipes): 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
