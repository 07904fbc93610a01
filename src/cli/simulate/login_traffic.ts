/** Generated log-ins: honest people for some months, and attackers who know their passwords. In the columns of the RBA data set. */
import { DAY_MS, HOUR_MS } from "../../model/duration.ts";
import type { LoginRow } from "./login_columns.ts";
import {
  agentOf,
  type AgentText,
  countryBeside,
  type Device,
  deviceOf,
  homeCountry,
  movedWithin,
  naiveAgent,
  type Network,
  networkIn,
} from "./login_world.ts";
import { oneFrom, type Random, randomOf } from "./random.ts";

/** Who logs in: honest people, or attackers who know the password. */
export type LoginBy = "honest" | "naive" | "vpn" | "browser" | "abroad" | "stuffing";

export interface SimulatedLogin {
  readonly by: LoginBy;
  readonly at: number;
  readonly row: LoginRow;
  readonly network: Network["kind"];
}

export interface LoginSize {
  readonly users: number;
  readonly days: number;
  /** Of each kind of attacker. */
  readonly attacks: number;
}

/** 100 users' years. */
export const FULL_SIZE: LoginSize = { users: 400, days: 92, attacks: 1_000 };

const STUFFED = { users: 10_000, addresses: 2_000, ofSite: 0.04, succeeds: 0.005 } as const;
const MISTYPED = { share: 0.05, beforeMs: 20_000 } as const;
const SHARES = { office: 0.5, second: 0.25, mobile: 0.6, trips: 0.15, vpn: 0.06, newDevice: 0.1 } as const;
/** A line gets another address so often. */
const MOVES_A_DAY = 1 / 30;

interface Trip {
  /** Days of the simulation. */
  readonly from: number;
  readonly until: number;
  readonly place: Network;
  /** Over the home's mobile network. */
  readonly roams: boolean;
}

interface Person {
  readonly name: string;
  readonly country: string;
  readonly aDay: number;
  home: Network;
  readonly office: Network | null;
  /** Of family or a partner. */
  readonly second: Network | null;
  readonly mobile: Network;
  readonly mobileShare: number;
  readonly vpn:
    | { readonly from: number; readonly share: number; readonly servers: readonly Network[] }
    | null;
  readonly trips: readonly Trip[];
  readonly computer: Device;
  readonly phone: Device | null;
  readonly tablet: Device | null;
  readonly replaced: { readonly from: number; readonly computer: Device; readonly phone: Device } | null;
}

/** In the order of their times, but for the attack on the whole site, which comes at the end. */
export function simulatedLogins(seed: number, start: number, size: LoginSize): SimulatedLogin[] {
  const random = randomOf(seed);
  const people = Array.from({ length: size.users }, (_, at) => personOf(`${at}`, size.days, random));
  const logins: SimulatedLogin[] = [];
  for (let day = 0; day < size.days; day++) {
    for (const person of people) logins.push(...loginsOfDay(person, day, start, random));
  }
  for (const by of ["naive", "vpn", "browser", "abroad"] as const) {
    for (let count = 0; count < size.attacks; count++) {
      const day = size.days * (0.4 + 0.6 * random());
      logins.push(attackOn(oneFrom(people, random), by, day, start, random));
    }
  }
  return logins.sort((one, other) => one.at - other.at);
}

/** 10,000 names with leaked passwords within an hour from 2,000 addresses. @param start of it */
export function* stuffing(seed: number, start: number, size: LoginSize): Generator<SimulatedLogin> {
  const random = randomOf(seed + 1_000_003);
  const addresses = Array.from(
    { length: STUFFED.addresses },
    () => networkIn(countryBeside("", random), random() < 0.5 ? "residential" : "datacenter", random),
  );
  for (let index = 0; index < STUFFED.users; index++) {
    const user = random() < STUFFED.ofSite ? `${Math.floor(random() * size.users)}` : `stuffed${index}`;
    yield loginOf(random, {
      by: "stuffing",
      at: start + index * HOUR_MS / STUFFED.users,
      user,
      network: oneFrom(addresses, random),
      agent: naiveAgent(random),
      successful: random() < STUFFED.succeeds,
    });
  }
}

function personOf(name: string, days: number, random: Random): Person {
  const country = homeCountry(random);
  const has = (share: number) => random() < share;
  return {
    name,
    country,
    aDay: 0.25 + 1.5 * random() ** 2,
    home: networkIn(country, "residential", random),
    office: has(SHARES.office) ? networkIn(country, "business", random) : null,
    second: has(SHARES.second) ? networkIn(country, "residential", random) : null,
    mobile: networkIn(country, "mobile", random),
    mobileShare: has(SHARES.mobile) ? 0.1 + 0.7 * random() : 0,
    vpn: has(SHARES.vpn)
      ? {
        from: Math.floor(random() * days),
        share: 0.2 + 0.6 * random(),
        servers: [
          networkIn(country, "vpn", random),
          networkIn(country, "vpn", random),
          networkIn(countryBeside(country, random), "vpn", random),
        ],
      }
      : null,
    trips: has(SHARES.trips) ? tripsOf(country, days, random) : [],
    computer: deviceOf("computer", random),
    phone: has(0.85) ? deviceOf("phone", random) : null,
    tablet: has(0.15) ? deviceOf("tablet", random) : null,
    replaced: has(SHARES.newDevice)
      ? {
        from: Math.floor(random() * days),
        computer: deviceOf("computer", random),
        phone: deviceOf("phone", random),
      }
      : null,
  };
}

function tripsOf(home: string, days: number, random: Random): Trip[] {
  return Array.from({ length: random() < 0.5 ? 1 : 2 }, () => {
    const from = Math.floor(random() * days);
    const place = networkIn(countryBeside(home, random), "residential", random);
    return { from, until: from + 3 + Math.floor(random() * 6), place, roams: random() < 0.4 };
  });
}

function* loginsOfDay(person: Person, day: number, start: number, random: Random): Generator<SimulatedLogin> {
  if (random() < MOVES_A_DAY) person.home = movedWithin(person.home, random);
  for (let left = person.aDay; left > random(); left--) {
    const hour = 6 + 17 * random();
    const place = whereabouts(person, day, hour, random);
    if (place === null) continue;
    const device = deviceAt(person, day, place.isMobile, random);
    const at = start + day * DAY_MS + hour * HOUR_MS;
    const login = {
      by: "honest",
      user: person.name,
      network: place.network,
      agent: agentOf(device, day),
    } as const;
    if (random() < MISTYPED.share) {
      yield loginOf(random, { ...login, at: at - MISTYPED.beforeMs, successful: false });
    }
    yield loginOf(random, { ...login, at, successful: true });
  }
}

/** Null: on the way, without a connection. */
function whereabouts(
  person: Person,
  day: number,
  hour: number,
  random: Random,
): { readonly network: Network; readonly isMobile: boolean } | null {
  const trip = person.trips.find(({ from, until }) => day >= from && day <= until);
  if (trip !== undefined) {
    if (day === trip.from || day === trip.until) return null;
    return trip.roams
      ? { network: movedWithin(person.mobile, random), isMobile: true }
      : { network: trip.place, isMobile: false };
  }
  const { vpn } = person;
  if (vpn !== null && day >= vpn.from && random() < vpn.share) {
    return { network: weightedServer(vpn.servers, random), isMobile: false };
  }
  if (person.phone !== null && random() < person.mobileShare) {
    return { network: movedWithin(person.mobile, random), isMobile: true };
  }
  const isWorking = day % 7 < 5 && hour > 9 && hour < 17.5;
  if (person.office !== null && isWorking) return { network: person.office, isMobile: false };
  const isAway = person.second !== null && random() < 0.2;
  return { network: isAway ? person.second! : person.home, isMobile: false };
}

/** Abroad now and then. */
function weightedServer(servers: readonly Network[], random: Random): Network {
  return servers[random() < 0.55 ? 0 : random() < 0.75 ? 1 : 2]!;
}

function deviceAt(person: Person, day: number, isMobile: boolean, random: Random): Device {
  const { computer, phone } = person.replaced !== null && day >= person.replaced.from
    ? { ...person.replaced, phone: person.phone === null ? null : person.replaced.phone }
    : person;
  if (isMobile && phone !== null) return phone;
  const at = random();
  if (person.tablet !== null && at < 0.15) return person.tablet;
  return phone !== null && at < 0.5 ? phone : computer;
}

function attackOn(
  person: Person,
  by: "naive" | "vpn" | "browser" | "abroad",
  day: number,
  start: number,
  random: Random,
): SimulatedLogin {
  const own = agentOf(deviceAt(person, day, false, random), Math.floor(day));
  const abroad = (isHosted: boolean) =>
    networkIn(countryBeside(person.country, random), isHosted ? "datacenter" : "residential", random);
  const through = () => networkIn(person.country, random() < 0.7 ? "vpn" : "datacenter", random);
  const kinds: Readonly<Record<typeof by, () => { readonly network: Network; readonly agent: AgentText }>> = {
    naive: () => ({ network: abroad(random() < 0.65), agent: naiveAgent(random) }),
    vpn: () => ({
      network: through(),
      agent: agentOf(deviceOf(random() < 0.7 ? "computer" : "phone", random), Math.floor(day)),
    }),
    browser: () => ({ network: through(), agent: own }),
    abroad: () => ({ network: abroad(false), agent: own }),
  };
  return loginOf(random, {
    by,
    at: start + day * DAY_MS,
    user: person.name,
    ...kinds[by](),
    successful: true,
  });
}

interface NewLogin {
  readonly by: LoginBy;
  readonly at: number;
  readonly user: string;
  readonly network: Network;
  readonly agent: AgentText;
  readonly successful: boolean;
}

function loginOf(random: Random, { by, at, user, network, agent, successful }: NewLogin): SimulatedLogin {
  const { address, asn, country, kind } = network;
  const isAttack = by !== "honest";
  return {
    by,
    at,
    network: kind,
    row: {
      at: Math.floor(at),
      user,
      roundTripMs: Math.round(20 + 600 * random()),
      address,
      country,
      region: `Region ${asn % 7}`,
      city: `City, ${asn % 11}`,
      asn,
      ...agent,
      successful,
      isAttackAddress: isAttack,
      isTakeover: isAttack && successful,
    },
  };
}
