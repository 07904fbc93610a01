/** The eight campaigns, each done in one of a few ways. */
import { hostIn } from "./addresses.ts";
import { type Kind, minutes, wave } from "./campaign.ts";
import { COUNTRIES, type Country, HOSTING } from "./countries.ts";
import { windows } from "./devices.ts";
import type { People, Person } from "./people.ts";

/** Somebody invented: what it has in common with others is put in by the campaign. */
export function invented(people: People, change: Partial<Person> = {}, country?: Country): Person {
  const person = people.ordinary(country);
  const { random } = people;
  const email = people.free(person.country, person.first, person.last);
  return {
    ...person,
    email,
    phone: null,
    referral: null,
    device: windows(random, "Chrome", true),
    ...change,
  };
}

/** Lines of people all over some countries, as residential proxies have them. */
export function proxied(people: People, countries: number): () => Partial<Person> {
  const chosen = Array.from({ length: countries }, () => people.country());
  return () => {
    const country = people.random.of(chosen);
    return { ip: people.home(country), zone: country.zones[0]! };
  };
}

const deviceRing: Kind = {
  name: "device ring",
  foundBy: 10,
  first: wave([10, 16], [10, 80]),
  next: wave([20, 30], [10, 60]),
  begin(people) {
    const device = windows(people.random, "Chrome", true);
    const line = proxied(people, 2);
    return (_, at) => people.signup(invented(people, { ...line(), device }), at);
  },
};

/** `jsmith8271`: one shape, and nothing else in common. */
const slowBurn: Kind = {
  name: "slow burn of a shape",
  foundBy: 15,
  first: wave([15, 15], [15 * 24, 24 * 24]),
  next: wave([15, 18], [9 * 24, 13 * 24]),
  begin(people) {
    const { random } = people;
    const providers = random.of([["gmail.com"], ["gmail.com", "outlook.com", "yahoo.com"], ["outlook.com"]]);
    const line = proxied(people, 6);
    const zone = random.chance(0.4) ? { zone: "America/New_York" } : {};
    return (_, at) => {
      const email = people.at(
        random.of(providers),
        `${random.of([..."abcdefghjklmnprstw"])}${random.of(SURNAMES)}${1 + random.below(9)}${
          people.digits(3)
        }`,
      );
      return people.signup(invented(people, { ...line(), ...zone, email }), at);
    };
  },
};

const catchAllFarm: Kind = {
  name: "catch-all farm",
  foundBy: 10,
  first: wave([10, 16], [8, 70]),
  next: wave([25, 35], [8, 60]),
  begin(people) {
    const { random } = people;
    const tlds = random.of([["com"], ["com", "net", "org"], ["xyz", "online", "com"]]);
    const domains = [1, 2, 3].map(() => people.newDomain(tlds));
    const line = proxied(people, 3);
    const isAtHost = random.chance(0.3);
    return (_, at) => {
      const person = invented(people, line());
      const host = `${random.of(["mx", "mail", "m", "in"])}${random.hex(4)}.${random.of(domains)}`;
      const email = people.at(host, random.chance(0.5) ? `${person.first}.${person.last}` : person.first);
      const ip = isAtHost && random.chance(0.3) ? hosted(people, HOSTING) : person.ip;
      return people.signup({ ...person, email, ip }, at);
    };
  },
};

/** Dots, tags and the other name of the provider lead to one mailbox. */
const aliases: Kind = {
  name: "aliases",
  foundBy: 10,
  first: wave([10, 16], [6, 50]),
  next: wave([20, 30], [6, 50]),
  begin(people) {
    const { random } = people;
    const [first, last] = people.name(COUNTRIES[random.below(4)]!);
    const local = `${first}${last}${people.digits(2)}`;
    const line = proxied(people, 3);
    const way = random.below(3);
    return (member, at) => {
      const tag = way === 1
        ? ""
        : `+${random.of(["a", "news", "shop", "x", "t"])}${member + random.below(900)}`;
      const dotted = way === 0
        ? local
        : [...local].map((letter, i) => i > 0 && random.chance(0.25) ? `.${letter}` : letter).join("");
      const email = `${dotted}${tag}@${random.chance(0.2) ? "googlemail.com" : "gmail.com"}`;
      return people.signup(invented(people, { ...line(), email }), at);
    };
  },
};

const consecutiveNumbers: Kind = {
  name: "consecutive numbers",
  foundBy: 10,
  first: wave([10, 16], [4, 40]),
  next: wave([20, 35], [4, 40]),
  begin(people) {
    const { random } = people;
    const [prefix, digits] = random.of([["+99290", 7], ["+447511", 6], ["+1646", 7], ["+49157", 8]] as const);
    const [step, base] = [1 + random.below(3), Number(`${2 + random.below(6)}${people.digits(digits - 1)}`)];
    const line = proxied(people, 2);
    return (member, at) => {
      const number = base + member * step + random.below(step);
      return people.signup(invented(people, { ...line(), phone: `${prefix}${number}` }), at);
    };
  },
};

/** A browser that a program drives, from proxies everywhere: 120 in nine minutes. */
const automationWave: Kind = {
  name: "automation wave",
  foundBy: 10,
  first: minutes(120, 9),
  next: minutes(120, 9),
  begin(people) {
    const { random } = people;
    const way = random.below(3);
    const line = proxied(people, 5);
    const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${
      way === 0 ? "HeadlessChrome" : "Chrome"
    }/${120 + random.below(20)}.0.0.0 Safari/537.36`;
    return (_, at) => {
      const signup = people.signup(invented(people, { ...line(), device: null }), at);
      const signals = { user_agent: agent, timezone: "UTC", timezone_offset: 0, languages: "en-US" };
      // Ways: headless and open about it, without anything, and with an id of its own each time.
      if (way === 0) return { ...signup, device_signals: signals, device_automation: { webdriver: true } };
      return way === 1 ? signup : { ...signup, device_id: random.hex(64), device_signals: signals };
    };
  },
};

/** One provider's servers, a network for each. */
const hostingScript: Kind = {
  name: "hosting script",
  foundBy: 10,
  first: wave([40, 60], [1, 8]),
  next: wave([40, 60], [1, 8]),
  begin(people) {
    const { random } = people;
    const system = random.of(HOSTING);
    const agent = random.of(["python-requests/2.32.3", "Go-http-client/2.0", null]);
    return (_, at) => {
      const signup = people.signup(invented(people, { ip: hosted(people, [system]), device: null }), at);
      return agent === null ? signup : { ...signup, device_signals: { user_agent: agent } };
    };
  },
};

const referralFarm: Kind = {
  name: "referral farm",
  foundBy: 10,
  first: wave([10, 16], [8, 50]),
  next: wave([20, 30], [8, 50]),
  begin(people) {
    const referral = people.random.hex(6).toUpperCase();
    const line = proxied(people, 2);
    return (_, at) => people.signup(invented(people, { ...line(), referral }), at);
  },
};

export const KINDS: readonly Kind[] = [
  deviceRing,
  slowBurn,
  catchAllFarm,
  aliases,
  consecutiveNumbers,
  automationWave,
  hostingScript,
  referralFarm,
];

function hosted(people: People, systems: readonly number[]): string {
  const { random, addresses } = people;
  return hostIn(random, addresses.subnet(random, random.of(systems)));
}

const SURNAMES =
  "smith johnson williams brown jones garcia miller davis wilson anderson taylor thomas moore martin jackson thompson white harris clark lewis robinson walker young allen king wright scott torres hill green adams baker nelson carter mitchell roberts turner phillips campbell parker evans edwards collins stewart morris murphy cook rogers morgan cooper peterson reed bailey bell kelly howard ward cox richardson watson brooks bennett gray james hughes price myers long foster sanders ross powell sullivan russell ortiz jenkins perry butler barnes fisher"
    .split(" ");

/**
 * Rings of one device, of which nobody labels anything. One of more than two days over unrelated lines cannot be told from a
 * device id that is new and of many.
 */
export function plantedRing(size: number, days: number): Kind {
  return {
    name: `planted ring of ${size} in ${days} days`,
    foundBy: size,
    first: wave([size, size], [6, 24 * days]),
    next: () => ({ size: 0, spreadMs: 0 }),
    begin: deviceRing.begin,
  };
}
