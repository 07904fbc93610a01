/** Three months of 3,000 good people: at home, and where much looks like a campaign that is none. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/model/duration.ts";
import { hostIn } from "./addresses.ts";
import { CAMPUS, COUNTRIES, type Country, HOSTING } from "./countries.ts";
import { deviceOf, ipad, iphone, macChrome, weighted, windows } from "./devices.ts";
import { People, type Person, type Signup, soon } from "./people.ts";

export interface GoodSignup {
  readonly at: number;
  readonly signup: Signup;
  /** Where it comes from. */
  readonly persona: string;
  /** Browser and system; null without a device. */
  readonly device: string | null;
}

const DAYS = 90;
const GOOD = 3000;
const SHARES = { traveller: 0.025, vpn: 0.003, relay: 0.02, again: 0.01 } as const;

/** Of a day by hours, and of a week from Monday. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 6, 8, 9, 10, 10, 9, 9, 9, 9, 9, 9, 10, 11, 11, 9, 6, 4];
const WEEKDAYS = [11, 11, 11, 10.5, 9.5, 7.5, 8.5];

/** In order of time. @param start midnight of a Monday, milliseconds since the epoch */
export function goodPeople(people: People, start: number): GoodSignup[] {
  const crowd = new Crowd(people, start);
  crowd.office();
  crowd.campus();
  crowd.schoolClass();
  crowd.families();
  crowd.launchDay();
  crowd.newsletter();
  while (crowd.all.length < GOOD) crowd.anybody();
  return crowd.all.sort((a, b) => a.at - b.at);
}

class Crowd {
  readonly all: GoodSignup[] = [];
  readonly #people: People;
  readonly #start: number;

  constructor(people: People, start: number) {
    this.#people = people;
    this.#start = start;
  }

  anybody(): void {
    const { random } = this.#people;
    const person = this.#people.ordinary();
    if (random.chance(SHARES.traveller)) return this.#add(this.#away(person), "traveller");
    if (random.chance(SHARES.vpn)) return this.#add(this.#hidden(person), "vpn");
    if (random.chance(SHARES.relay)) return this.#add(this.#relayed(person), "relay");
    this.#add(person, "ordinary");
  }

  /** Colleagues begin in one week, on one line, most with the computers that the company buys. */
  office(): void {
    const { random, addresses } = this.#people;
    const country = COUNTRIES[random.below(4)]!;
    const domain = this.#people.newDomain(country.tlds);
    const line = addresses.subnet(random, random.of(country.lines));
    const [mac, image] = [macChrome(random), windows(random, "Chrome")];
    const week = this.#day(8, 80);
    for (let n = 0; n < 25 + random.below(20); n++) {
      const person = this.#people.ordinary(country);
      const device = weighted(random, [[5, mac], [3, image], [2, deviceOf(random)]] as const);
      const ip = random.chance(0.8) ? `${line}.9` : this.#people.home(country);
      const email = this.#people.at(domain, `${person.first}.${person.last}`);
      this.#add({ ...person, device, ip, email }, "office", this.#workHours(week, 5));
    }
  }

  /** Half of the year's students come in the days of enrolment. */
  campus(): void {
    const { random, addresses } = this.#people;
    const [country, domain, system] = random.chance(0.5)
      ? [COUNTRIES[0]!, `stud.${this.#people.newDomain(["de"]).replace(/^/, "uni-")}`, CAMPUS[0]!]
      : [COUNTRIES[1]!, this.#people.newDomain(["ac.uk"]), CAMPUS[1]!];
    const subnets = [1, 2, 3].map(() => addresses.subnet(random, system));
    const first = this.#day(5, 75);
    for (let n = 0; n < 110 + random.below(60); n++) {
      const person = this.#people.ordinary(random.chance(0.8) ? country : this.#people.country());
      const local = random.chance(0.6)
        ? `${person.first[0]}.${person.last}`
        : `s${1_000_000 + random.below(9_000_000)}`;
      const email = this.#people.at(domain, local);
      const ip = random.chance(0.7) ? hostIn(random, random.of(subnets)) : this.#people.home(country);
      const at = random.chance(0.5) ? this.#moment(first, first + 3, country) : undefined;
      this.#add({ ...person, email, ip, zone: country.zones[0]! }, "campus", at);
    }
  }

  /** Pupils with equal tablets, in one lesson. */
  schoolClass(): void {
    const { random, addresses } = this.#people;
    const country = COUNTRIES[random.below(6)]!;
    const line = addresses.subnet(random, random.of(country.lines));
    const domain = this.#people.newDomain(country.tlds);
    const tablet = ipad(random);
    const lesson = this.#workHours(this.#day(5, 85), 1);
    for (let n = 0; n < 18 + random.below(10); n++) {
      const person = this.#people.ordinary(country);
      const email = this.#people.at(domain, `${person.first}.${person.last}`);
      const pupil = { ...person, device: tablet, ip: `${line}.20`, email, phone: null, referral: null };
      this.#add(pupil, "class", lesson + random.next() * 40 * MINUTE_MS);
    }
  }

  families(): void {
    const { random } = this.#people;
    for (let n = 0; n < 55; n++) {
      const one = this.#people.ordinary();
      const { country, ip, last, device } = one;
      const domain = random.chance(0.15) ? this.#people.newDomain(country.tlds) : null;
      const begin = this.#day(0, 80);
      for (let member = 0; member < 2 + random.below(3); member++) {
        const other = this.#people.ordinary(country);
        const email = domain === null
          ? this.#people.free(country, other.first, last)
          : this.#people.at(domain, other.first);
        const shared = random.chance(0.4) ? device : other.device;
        const at = this.#moment(begin, begin + 10, country);
        this.#add({ ...other, ip, last, email, device: shared, phone: other.phone }, "family", at);
      }
    }
  }

  /** Several times as many as on other days, from everywhere. */
  launchDay(): void {
    const { random } = this.#people;
    const day = this.#day(14, 85);
    for (let n = 0; n < 150 + random.below(100); n++) {
      const person = this.#people.ordinary();
      const source = random.chance(0.7) ? "launch" : person.source;
      const referral = random.chance(0.1) ? "LAUNCH" : person.referral;
      this.#add({ ...person, source, referral }, "launch", this.#moment(day, day + 1, person.country));
    }
  }

  /** A code that readers of a letter pass on in the days after it was sent. */
  newsletter(): void {
    const { random } = this.#people;
    const sent = this.#start + this.#day(10, 80) * DAY_MS + 8 * HOUR_MS;
    const code = random.of(["AUTUMN", "NEWS", "LETTER", "FRIENDS"]) + random.below(100);
    const [most, country] = [60 + random.below(60), COUNTRIES[random.below(3)]!];
    for (let n = 0; n < most; n++) {
      const person = this.#people.ordinary(random.chance(0.6) ? country : this.#people.country());
      const after = -Math.log(1 - random.next()) * 18 * HOUR_MS;
      this.#add({ ...person, referral: code, source: "letter" }, "newsletter", sent + after);
    }
  }

  /** Abroad: by a hotel's line or roaming, the clock mostly set to where they are. */
  #away(person: Person): Person {
    const { random } = this.#people;
    const there = this.#people.country();
    const ip = random.chance(0.6) ? this.#people.home(there) : this.#people.onPhone(there);
    return { ...person, ip, zone: random.chance(0.7) ? there.zones[0]! : person.zone };
  }

  #hidden(person: Person): Person {
    const { random, addresses } = this.#people;
    return { ...person, ip: hostIn(random, addresses.subnet(random, random.of(HOSTING))) };
  }

  /** Of a relay's exits there are few. */
  #relayed(person: Person): Person {
    const { random } = this.#people;
    return {
      ...person,
      ip: `104.28.${30 + random.below(12)}.${1 + random.below(254)}`,
      device: iphone(random, "Safari"),
    };
  }

  #add(person: Person, persona: string, at = this.#moment(0, DAYS, person.country)): void {
    const { random } = this.#people;
    if (at >= this.#start + DAYS * DAY_MS) at = this.#moment(0, DAYS, person.country);
    const device = person.device?.kind ?? null;
    const signup = this.#people.signup(person, at);
    this.all.push({ at, signup, persona, device });
    if (random.chance(SHARES.again)) this.all.push({ at: at + soon(random), signup, persona, device });
  }

  #day(from: number, to: number): number {
    return from + this.#people.random.below(to - from);
  }

  /** Of so many working days from a day on. */
  #workHours(day: number, days: number): number {
    const { random } = this.#people;
    const monday = day - day % 7;
    return this.#start + (monday + random.below(days)) * DAY_MS + (7 + random.next() * 8) * HOUR_MS;
  }

  /** Of the days `from` to `to`, by the habits of the week and the clock of the country. */
  #moment(from: number, to: number, country: Country): number {
    const { random } = this.#people;
    const days = Array.from(
      { length: to - from },
      (_, at) => [WEEKDAYS[(from + at) % 7]!, from + at] as const,
    );
    const hour = weighted(random, HOURS.map((weight, at) => [weight, at] as const)) - EAST[country.code]!;
    const time = weighted(random, days) * DAY_MS + hour * HOUR_MS + random.next() * HOUR_MS;
    return this.#start + Math.max(0, time);
  }
}

/** Hours ahead of UTC, roughly. */
const EAST: Readonly<Record<string, number>> = {
  ...{ DE: 1, GB: 0, US: -6, FR: 1, ES: 1, IT: 1, NL: 1, PL: 1, AT: 1, CH: 1, CA: -5, IN: 5, BR: -3, SE: 1 },
};
