/** Values as people have them, each function giving one that it has not given before; the same in every run of a seed. */
import ipaddr from "ipaddr.js";
import { type Address, addressFromV4, addressFromV6 } from "../../src/model/address/address.ts";
import { scrambled } from "../random.ts";

/** Every so manieth address is IPv6. */
const V6_EVERY = 6;
/** Networks of large access providers (/32), of which customers have a /48 or a part of one. */
const V6_NETWORKS = [
  0x26001700,
  0x26001702,
  0x26010000,
  0x26010200,
  0x26011400,
  0x26070000,
  0x2a020908,
  0x2a028108,
  0x20030000,
  0x200300c0,
  0x2a01cb00,
  0x2a010e00,
  0x240e0360,
  0x24094040,
  0x280414c0,
  0x24004050,
];

/** Names without a common beginning and end, so that two of them never read the same when they are joined. */
const GIVEN =
  "jane john maria peter anna omar lucia wei priya ivan sofia liam emma noah chloe hugo lena felix clara david ines pablo marta luca giulia piotr kasia anders freja mehmet elif yusuf fatima ahmed amina kenji yuki haruto minh linh arjun anika rohan diego camila thiago julia bruno carlos elena viktor olga dmitri nadia kwame ngozi chidi zanele thabo samuel ruth tomas eva"
    .split(" ");
const FAMILY =
  "smith johnson garcia muller schmidt dubois martin rossi bianchi kowalski nowak jensen hansen silva santos oliveira ivanov petrov yilmaz demir khan patel sharma singh nguyen tran chen zhang wang tanaka suzuki kim park okafor mensah dlamini abebe hassan farouk cohen levi murphy kelly brown taylor wilson evans thomas walker wright hughes clarke fernandez lopez gomez torres moreau laurent weber fischer becker novak horvath popescu"
    .split(" ");
/** Of 100 people. */
const PROVIDERS: readonly (readonly [domain: string, people: number])[] = [
  ["gmail.com", 42],
  ["outlook.com", 8],
  ["hotmail.com", 8],
  ["yahoo.com", 8],
  ["icloud.com", 7],
  ["gmx.de", 3],
  ["web.de", 3],
  ["orange.fr", 2],
  ["proton.me", 2],
  ["libero.it", 2],
  ["wp.pl", 2],
  ["uol.com.br", 2],
  ["mailinator.com", 1],
  ["yopmail.com", 1],
];
const BUSINESSES = ["consulting.com", "partners.de", "design.fr", "logistics.co.uk", "software.io"];
/** Names and numbers that e-mail addresses and phone numbers are made of: 2 to this power before they repeat. */
const PERSON_BITS = 24;

/** What follows the country code, of a number below 2 to the 24th: mobile ranges that are in use. */
const NATIONAL: readonly ((number: number) => string)[] = [
  (number) => `1${pick(US_AREAS, number)}${exchange(number >>> 4)}${digits(number >>> 12, 4)}`,
  (number) => `44${7400 + number % 90}${digits(Math.floor(number / 90), 6)}`,
  (number) => `49151${digits(number, 8)}`,
  (number) => `336${digits(10_000_000 + number, 8)}`,
  (number) => `9198${digits(number, 8)}`,
  (number) => `55119${digits(60_000_000 + number, 8)}`,
  (number) => `346${digits(10_000_000 + number, 8)}`,
  (number) => `62812${digits(number, 8)}`,
];
const US_AREAS = [212, 310, 415, 646, 713, 305, 404, 312, 617, 206, 702, 503, 214, 602, 303, 919];

const AGENTS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
];

/** Whether an address may be used; every public one by default. */
export type IsUsed = (address: Address) => boolean;

/** @param isUsed of IPv4; for addresses that somebody announces */
export function addresses(seed: number, isUsed: IsUsed = () => true): () => string {
  const turn = scrambled(seed);
  let index = 0;
  let v6 = 0;
  let v4 = 0;
  return () => {
    if (index++ % V6_EVERY === V6_EVERY - 1) {
      const bits = scrambled(v6 ^ turn);
      return addressFromV6([pick(V6_NETWORKS, v6++), bits, scrambled(bits ^ 1), scrambled(bits ^ 2)]).text;
    }
    for (;;) {
      const address = addressFromV4(scrambled(v4++ ^ turn));
      if (isPublic(address) && isUsed(address)) return address.text;
    }
  };
}

function isPublic({ text }: Address): boolean {
  return ipaddr.IPv4.parse(text).range() === "unicast";
}

export function emails(seed: number): () => string {
  const number = people(seed);
  return () => {
    const person = number();
    const chance = scrambled(person ^ 0x5eed);
    const given = pick(GIVEN, person);
    const family = pick(FAMILY, Math.floor(person / GIVEN.length));
    const suffix = Math.floor(person / (GIVEN.length * FAMILY.length));
    const local = `${given}${pick([".", "_", ""], chance)}${family}${suffix || ""}`;
    return `${local}@${domainOf(chance >>> 8, family)}`;
  };
}

function domainOf(chance: number, family: string): string {
  let left = chance % 100;
  for (const [domain, share] of PROVIDERS) {
    if (left < share) return domain;
    left -= share;
  }
  return `${family}-${pick(BUSINESSES, chance >>> 8)}`;
}

/** In E.164. */
export function phones(seed: number): () => string {
  const number = people(seed);
  return () => {
    const person = number();
    return `+${pick(NATIONAL, scrambled(person ^ 0xca11))(person)}`;
  };
}

export interface Signup {
  readonly ip: string;
  readonly email: string;
  readonly phone: string;
  /** Three of five forms have the fingerprint script. */
  readonly device_id?: string;
}

/** One person: with their own address, e-mail address, phone number and device. */
export function signups(seed: number, isUsed?: IsUsed): () => Signup {
  const [ip, email, phone] = [addresses(seed, isUsed), emails(seed), phones(seed)];
  let index = 0;
  return () => {
    const turn = index++;
    const person = { ip: ip(), email: email(), phone: phone() };
    return scrambled(turn ^ 0xdef1ce) % 5 < 3 ? { ...person, device_id: deviceId(seed, turn) } : person;
  };
}

interface Login {
  readonly user_id: string;
  readonly ip: string;
  readonly user_agent: string;
  readonly device_id?: string;
}

/** One user: always from the same address and with the same browser. */
export function logins(seed: number, isUsed?: IsUsed): () => Login {
  const people = signups(seed, isUsed);
  let index = 0;
  return () => {
    const turn = index++;
    const { email: _, phone: __, ...from } = people();
    return { user_id: `user-${turn}`, ...from, user_agent: pick(AGENTS, scrambled(turn)) };
  };
}

function deviceId(seed: number, turn: number): string {
  return [turn, turn ^ 0x10000000, seed, seed ^ turn].map((part) =>
    scrambled(part).toString(16).padStart(8, "0")
  ).join("");
}

/** Numbers below 2 to the 24th, in an order that looks like chance. */
function people(seed: number): () => number {
  // An odd step visits every number once.
  const step = scrambled(seed) | 1;
  let index = 0;
  return () => {
    const number = Math.imul(++index, step) & (2 ** PERSON_BITS - 1);
    return number ^ (number >>> 12);
  };
}

/** An American exchange code, without those of services (N11) and of fiction (555). */
function exchange(number: number): number {
  return pick([220, 320, 420, 620], number >>> 6) + number % 64;
}

function digits(number: number, count: number): string {
  return String(number % 10 ** count).padStart(count, "0");
}

function pick<Item>(items: readonly Item[], number: number): Item {
  return items[number % items.length]!;
}
