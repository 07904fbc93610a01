/** Money asked and stopped, by day (UTC), country and carrier. */
import { DAY_MS } from "../duration.ts";
import { type GuardSend, isMail } from "./send.ts";

interface Total {
  /** Sends that were allowed, and those that were not. */
  sent: number;
  stopped: number;
  verified: number;
  /** Millionths of the account's unit of money. */
  spent: number;
  saved: number;
}

export interface PlaceTotal extends Total {
  /** Null: mail. */
  readonly country: string | null;
  readonly carrier: string | null;
}

/** Fewer days with sends tell of nothing usual. */
const LEAST_DAYS = 7;
const USUAL_DAYS = 14;
const SEPARATOR = "\t";

export class Totals {
  readonly #days = new Map<number, Map<string, PlaceTotal>>();

  add(send: GuardSend, by: 1 | -1): void {
    const total = this.#of(dayOf(send.at), placeOf(send));
    if (send.decision === "allow") {
      total.sent += by;
      total.spent += by * send.cost;
    } else {
      total.stopped += by;
      total.saved += by * send.cost;
    }
  }

  verified(at: number, place: Pick<PlaceTotal, "country" | "carrier">): void {
    this.#of(dayOf(at), place).verified++;
  }

  /** What was spent in a country since midnight, and how many were sent. */
  today(country: string, now: number): { readonly spent: number; readonly sent: number } {
    return this.#inCountry(dayOf(now), country);
  }

  /** What is spent there on a usual day of the last 14; null: that is not known. */
  usualSpent(country: string, now: number): number | null {
    const today = dayOf(now);
    const days = Array.from({ length: USUAL_DAYS }, (_, ago) => this.#inCountry(today - ago - 1, country))
      .filter(({ sent }) => sent > 0).map(({ spent }) => spent).sort((one, other) => one - other);
    if (days.length < LEAST_DAYS) return null;
    const middle = days.length >> 1;
    return days.length % 2 === 1 ? days[middle]! : (days[middle - 1]! + days[middle]!) / 2;
  }

  /** Of days up to now, by place. */
  since(from: number): PlaceTotal[] {
    const all = new Map<string, PlaceTotal>();
    for (const [day, places] of this.#days) {
      if (day < dayOf(from)) continue;
      for (const [name, total] of places) {
        const sum = all.get(name);
        if (sum === undefined) all.set(name, { ...total });
        else for (const field of FIELDS) sum[field] += total[field];
      }
    }
    return [...all.values()];
  }

  forgetBefore(time: number): void {
    for (const day of this.#days.keys()) if (day < dayOf(time)) this.#days.delete(day);
  }

  #of(day: number, { country, carrier }: Pick<PlaceTotal, "country" | "carrier">): PlaceTotal {
    let places = this.#days.get(day);
    if (places === undefined) this.#days.set(day, places = new Map());
    const name = `${country ?? ""}${SEPARATOR}${carrier ?? ""}`;
    let total = places.get(name);
    if (total === undefined) {
      places.set(name, total = { country, carrier, sent: 0, stopped: 0, verified: 0, spent: 0, saved: 0 });
    }
    return total;
  }

  #inCountry(day: number, country: string): { spent: number; sent: number } {
    let spent = 0;
    let sent = 0;
    for (const total of this.#days.get(day)?.values() ?? []) {
      if (total.country !== country) continue;
      spent += total.spent;
      sent += total.sent;
    }
    return { spent, sent };
  }
}

const FIELDS = ["sent", "stopped", "verified", "spent", "saved"] as const satisfies readonly (keyof Total)[];

/** Domains of mail are many: they are one place. */
export function placeOf(send: Pick<GuardSend, "channel" | "keys">): Pick<PlaceTotal, "country" | "carrier"> {
  if (isMail(send)) return { country: null, carrier: null };
  return { country: send.keys.country, carrier: send.keys.carrier };
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}
