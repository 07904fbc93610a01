/** Money asked and stopped, by day (UTC), country and carrier. */
import { DAY_MS } from "../duration.ts";
import { type GuardSend, isMail } from "./send.ts";

interface Spent {
  spent: number;
  sent: number;
}

interface Total extends Spent {
  /** `sent` were allowed, these were not. */
  stopped: number;
  verified: number;
  /** As `spent`, in millionths of the account's unit of money. */
  saved: number;
}

/** Domains of mail are many: they are one place. */
interface SendPlace {
  readonly isMail: boolean;
  /** Null: unknown, or mail. */
  readonly country: string | null;
  readonly carrier: string | null;
}

export interface PlaceTotal extends Total, SendPlace {}

/** Fewer days with sends tell of nothing usual. */
const LEAST_DAYS = 7;
const USUAL_DAYS = 14;
const SEPARATOR = "\t";
const MAIL = "mail";
const NOTHING: Readonly<Spent> = { spent: 0, sent: 0 };

export class Totals {
  readonly #days = new Map<number, Map<string, PlaceTotal>>();
  /** By day and country. */
  readonly #countries = new Map<number, Map<string, Spent>>();
  /** Of usual days, until something comes of a day before that one. */
  readonly #usual = new Map<string, number | null>();
  #usualDay = 0;

  add(send: GuardSend): void {
    const day = dayOf(send.at);
    const place = placeOf(send);
    const total = this.#of(day, place);
    if (send.decision !== "allow") {
      total.stopped++;
      total.saved += send.cost;
      return;
    }
    total.sent++;
    total.spent += send.cost;
    if (place.country === null) return;
    if (day < this.#usualDay) this.#usual.clear();
    let countries = this.#countries.get(day);
    if (countries === undefined) this.#countries.set(day, countries = new Map());
    const of = countries.get(place.country);
    if (of === undefined) countries.set(place.country, { spent: send.cost, sent: 1 });
    else {
      of.spent += send.cost;
      of.sent++;
    }
  }

  verified(at: number, place: SendPlace): void {
    this.#of(dayOf(at), place).verified++;
  }

  /** What was spent in a country since midnight, and how many were sent. */
  today(country: string, now: number): { readonly spent: number; readonly sent: number } {
    return this.#inCountry(dayOf(now), country);
  }

  /** What is spent there on a usual day of the last 14; null: that is not known. */
  usualSpent(country: string, now: number): number | null {
    const today = dayOf(now);
    if (today !== this.#usualDay) {
      this.#usualDay = today;
      this.#usual.clear();
    }
    const known = this.#usual.get(country);
    if (known !== undefined) return known;
    const usual = this.#middleSpent(country, today);
    this.#usual.set(country, usual);
    return usual;
  }

  #middleSpent(country: string, today: number): number | null {
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
    for (const days of [this.#days, this.#countries]) {
      for (const day of days.keys()) if (day < dayOf(time)) days.delete(day);
    }
  }

  #of(day: number, { isMail, country, carrier }: SendPlace): PlaceTotal {
    let places = this.#days.get(day);
    if (places === undefined) this.#days.set(day, places = new Map());
    const name = isMail ? MAIL : `${country ?? ""}${SEPARATOR}${carrier ?? ""}`;
    let total = places.get(name);
    if (total === undefined) {
      const place = { isMail, country, carrier };
      places.set(name, total = { ...place, sent: 0, stopped: 0, verified: 0, spent: 0, saved: 0 });
    }
    return total;
  }

  #inCountry(day: number, country: string): Readonly<Spent> {
    return this.#countries.get(day)?.get(country) ?? NOTHING;
  }
}

const FIELDS = ["sent", "stopped", "verified", "spent", "saved"] as const satisfies readonly (keyof Total)[];

const MAIL_PLACE: SendPlace = { isMail: true, country: null, carrier: null };

export function placeOf(send: Pick<GuardSend, "channel" | "keys">): SendPlace {
  if (isMail(send)) return MAIL_PLACE;
  return { isMail: false, country: send.keys.country, carrier: send.keys.carrier };
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}
