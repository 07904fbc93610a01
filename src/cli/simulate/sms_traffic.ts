/** Generated sends: honest people in 40 countries, robots that pump, robots that flood a mailbox. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import type { Channel, SendKeys } from "../../model/guard/send.ts";
import { type Random, randomOf } from "./random.ts";

export interface SimulatedSend {
  readonly at: number;
  readonly by: "honest" | "pumping" | "bombing";
  readonly channel: Channel;
  readonly keys: SendKeys;
  /** Millionths. */
  readonly cost: number;
  /** Where it was allowed and reaches somebody: how long it takes to enter the code; null: it is never entered. */
  readonly verifiedAfter: number | null;
}

export const WARM_UP_DAYS = 14;
/** The country with most people. */
export const HOME = "H0";
const HONEST_COUNTRIES = 40;
const HONEST_SMS_AN_HOUR = 120;
const HONEST_MAILS_AN_HOUR = 60;
const BLOCKS_A_COUNTRY = 400;
const BLOCK_NUMBERS = 10_000;
/** Who did not enter a code asks for another one. */
const ASKS_AGAIN = 0.3;
const PUMPED_SENDS = 2_000;
const PUMPED_ADDRESSES = 800;
const PUMPED_BLOCKS = 12;
const PUMPED_CONVERSION = 0.01;
const BOMBING_ADDRESSES = 400;

interface Country {
  readonly name: string;
  readonly share: number;
  readonly conversion: number;
  readonly cost: number;
}

/** The first of them have most of the people. */
function countriesOf(random: Random): Country[] {
  const weights = Array.from({ length: HONEST_COUNTRIES }, (_, at) => 1 / (at + 2));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight, at) => ({
    name: `H${at}`,
    share: weight / sum,
    conversion: 0.7 + 0.15 * random(),
    cost: Math.round(20_000 + 130_000 * random()),
  }));
}

/** In the order of their times, from 14 days before the attack to a day after it. @param start of the attack */
export function simulatedTraffic(seed: number, start: number): SimulatedSend[] {
  const random = randomOf(seed);
  const countries = countriesOf(random);
  const sends = [
    ...honestSends(random, countries, start),
    ...pumpedSends(random, countries, start),
    ...bombingSends(random, start),
  ];
  return sends.sort((one, other) => one.at - other.at);
}

function* honestSends(
  random: Random,
  countries: readonly Country[],
  start: number,
): Generator<SimulatedSend> {
  const from = start - WARM_UP_DAYS * DAY_MS;
  const until = start + DAY_MS;
  const hours = (until - from) / HOUR_MS;
  let person = 0;
  for (let hour = 0; hour < hours; hour++) {
    const beginning = from + hour * HOUR_MS;
    // Half as many at night as on average, half as many again by day.
    const daily = 1 - 0.5 * Math.cos(2 * Math.PI * (hour % 24) / 24);
    for (let left = HONEST_SMS_AN_HOUR * daily; left > random(); left--) {
      const country = pick(countries, random());
      const at = beginning + random() * HOUR_MS;
      const keys = numberKeys(country.name, Math.floor(random() * BLOCKS_A_COUNTRY), random, `h${person++}`);
      yield* asked(
        random,
        { at, by: "honest", channel: "sms", keys, cost: country.cost },
        country.conversion,
      );
    }
    for (let left = HONEST_MAILS_AN_HOUR * daily; left > random(); left--) {
      const at = beginning + random() * HOUR_MS;
      const keys = mailKeys(`m${person}`, `h${person++}`);
      yield* asked(random, { at, by: "honest", channel: "email", keys, cost: 0 }, 0.8);
    }
  }
}

/** With another code for some of those who did not enter the first. */
function* asked(
  random: Random,
  send: Omit<SimulatedSend, "verifiedAfter">,
  conversion: number,
): Generator<SimulatedSend> {
  const entered = random() < conversion;
  yield { ...send, verifiedAfter: entered ? 8_000 + random() * 80_000 : null };
  if (entered || random() > ASKS_AGAIN) return;
  const at = send.at + MINUTE_MS + 1_000 + random() * 2 * MINUTE_MS;
  yield { ...send, at, verifiedAfter: random() < conversion ? 8_000 + random() * 80_000 : null };
}

/** Eleven blocks in countries without people, and one where most people are. */
function* pumpedSends(
  random: Random,
  countries: readonly Country[],
  start: number,
): Generator<SimulatedSend> {
  for (let sent = 0; sent < PUMPED_SENDS; sent++) {
    const block = Math.floor(random() * PUMPED_BLOCKS);
    const known = block === 0 ? countries[0]! : null;
    const keys = numberKeys(
      known?.name ?? `P${block}`,
      BLOCKS_A_COUNTRY + block,
      random,
      `p${Math.floor(random() * PUMPED_ADDRESSES)}`,
    );
    yield {
      at: start + random() * HOUR_MS,
      by: "pumping",
      channel: "sms",
      keys,
      cost: known?.cost ?? 200_000,
      verifiedAfter: random() < PUMPED_CONVERSION ? 30_000 : null,
    };
  }
}

function* bombingSends(random: Random, start: number): Generator<SimulatedSend> {
  for (let address = 0; address < BOMBING_ADDRESSES; address++) {
    yield {
      at: start + random() * HOUR_MS,
      by: "bombing",
      channel: "email",
      keys: mailKeys("victim", `b${address}`),
      cost: 0,
      verifiedAfter: null,
    };
  }
}

function pick(countries: readonly Country[], at: number): Country {
  let left = at;
  return countries.find(({ share }) => (left -= share) < 0) ?? countries[0]!;
}

function numberKeys(country: string, block: number, random: Random, address: string): SendKeys {
  const inBlock = Math.floor(random() * BLOCK_NUMBERS);
  const name = `${country} ${block}`;
  return {
    recipient: `${name} ${inBlock}`,
    block: name,
    inBlock,
    before: null,
    after: null,
    country,
    // Four carriers a country, that of a block always the same.
    carrier: `${country} ${block % 4}`,
    address,
    device: null,
    user: null,
  };
}

function mailKeys(mailbox: string, address: string): SendKeys {
  return {
    recipient: mailbox,
    block: null,
    inBlock: null,
    before: null,
    after: null,
    country: null,
    carrier: "mail.example",
    address,
    device: null,
    user: null,
  };
}
