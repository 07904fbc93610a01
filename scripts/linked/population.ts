/**
 * A month of ordinary sign-ups in which places are shared: two universities, a carrier's gateway, an office, families; and
 * rings that are planted among them.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/model/duration.ts";
import { People, type Person } from "./people.ts";

export const RING_KINDS = ["device", "network and pattern", "phone"] as const;
type RingKind = typeof RING_KINDS[number];
const RING_SIZES = [5, 15, 60] as const;
/** From the first to the last member of a ring. */
export const SPREADS = {
  "ten minutes": 10 * MINUTE_MS,
  "six hours": 6 * HOUR_MS,
  "two weeks": 14 * DAY_MS,
} as const;
export type Spread = keyof typeof SPREADS;

interface Planted {
  readonly at: number;
  readonly person: Person;
  /** Where an ordinary one comes from; of a ring its kind. */
  readonly from: string;
  /** From 1 within its ring; null for an ordinary one. */
  readonly member: number | null;
}

const ORDINARY = 5000;
const MONTH_MS = 28 * DAY_MS;
const STUDENTS = 300;
const LAB_COMPUTERS = 20;
const NAT = 400;
const OFFICE = 40;
const FAMILIES = 60;

/** In order of time. @param start milliseconds since the epoch */
export function population(corpora: string, seed: number, spread: Spread, start: number): Planted[] {
  const people = new People(corpora, seed);
  const all = [...ordinary(people, start), ...rings(people, start, SPREADS[spread])];
  return all.sort((a, b) => a.at - b.at);
}

function ordinary(people: People, start: number): Planted[] {
  const { random } = people;
  const planted: Planted[] = [];
  const add = (person: Person, from: string, at = start + random.next() * MONTH_MS) =>
    planted.push({ at, person, from, member: null });
  for (const [index, domain] of ["northfield-university.org", "southgate-college.org"].entries()) {
    const lab = Array.from({ length: LAB_COMPUTERS }, () => random.hex(32));
    for (let i = 0; i < STUDENTS; i++) {
      const inLab = random.chance(0.5);
      const ip = `141.${50 + index}.${inLab ? 10 : 20 + random.below(3)}.${1 + random.below(254)}`;
      const person = {
        ip,
        email: student(people, domain, index),
        device_id: inLab ? random.of(lab) : random.hex(32),
      };
      // Most of a year's students come in the days of enrolment.
      const at = random.chance(0.5) ? start + 7 * DAY_MS + random.next() * 3 * DAY_MS : undefined;
      add(random.chance(0.2) && !inLab ? people.withIphone(person) : person, domain, at);
    }
  }
  for (let i = 0; i < NAT; i++) {
    const person = { ...people.ordinary(), ip: `82.132.230.${1 + random.below(254)}` };
    add(random.chance(0.4) ? people.withIphone(person) : person, "carrier's gateway");
  }
  for (let i = 0; i < OFFICE; i++) {
    const person = {
      ip: "81.2.69.160",
      email: people.email("alder-and-partners.com"),
      device_id: random.hex(32),
      phone: people.phone(),
    };
    // They begin in one week.
    add(person, "office", start + 10 * DAY_MS + random.next() * 5 * DAY_MS);
  }
  for (let i = 0; i < FAMILIES; i++) {
    const { ip, device_id } = people.ordinary();
    const first = start + random.next() * MONTH_MS / 2;
    for (let member = 0; member < 2 + random.below(2); member++) {
      const person = { ...people.ordinary(), ip, device_id };
      add(person, "family", first + member * (1 + random.next() * 6) * DAY_MS);
    }
  }
  while (planted.length < ORDINARY) {
    const person = people.ordinary();
    add(random.chance(0.15) ? people.withIphone(person) : person, "at home");
  }
  return planted;
}

/** By name with a counter, or by number. */
function student(people: People, domain: string, index: number): string {
  for (;;) {
    const { random } = people;
    const [first, last] = people.name();
    const count = random.below(6);
    const number = String(1e6 + random.below(9e6));
    const local = random.of([
      `${first[0]}.${last}${count === 0 ? "" : count}`,
      index === 0 ? `s${number}` : `stud${number.slice(2)}`,
    ]);
    if (people.take(`${local}@${domain}`)) return `${local}@${domain}`;
  }
}

function rings(people: People, start: number, spreadMs: number): Planted[] {
  const { random } = people;
  return RING_KINDS.flatMap((kind, kindIndex) =>
    RING_SIZES.flatMap((size, sizeIndex) => {
      const begin = start + DAY_MS + random.next() * (MONTH_MS - spreadMs - 2 * DAY_MS);
      const device_id = random.hex(32);
      const phone = people.phone();
      const [first, last] = people.name();
      const near = `91.${198 + kindIndex}.${random.below(200)}`;
      const times = Array.from({ length: size }, () => begin + random.next() * spreadMs).sort((a, b) =>
        a - b
      );
      return times.map((at, index) => {
        const person = people.ordinary();
        const email = `${first}.${last[0]}${index + 1}@${sizeIndex === 0 ? "gmail.com" : "outlook.com"}`;
        const ip = `${near}.${1 + random.below(254)}`;
        const shared: Record<RingKind, Partial<Person>> = {
          "device": { device_id },
          "network and pattern": { ip, email },
          "phone": { phone },
        };
        return { at, person: { ...person, ...shared[kind] }, from: kind, member: index + 1 };
      });
    })
  );
}
