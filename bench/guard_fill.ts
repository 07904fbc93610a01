/** A store whose account has sent codes for two days: its countries are known, and it has a usual hour. */
import { HOUR_MS } from "../src/model/duration.ts";
import { NO_SETTINGS } from "../src/model/guard/limits.ts";
import type { SendKeys } from "../src/model/guard/send.ts";
import { guardTime } from "../src/records/guard.ts";
import { Store } from "../src/records/store.ts";

const HOURS = 48;
const SENDS_AN_HOUR = 100;
const PER_ENTRY = 20;
/** Those of the numbers that are sent to. */
const COUNTRIES = ["US", "GB", "DE", "FR", "IN", "BR", "ES", "ID"];
const NOBODY = {
  block: null,
  inBlock: null,
  before: null,
  after: null,
  address: null,
  device: null,
  user: null,
};

export async function fillGuard(location: string): Promise<void> {
  const store = await Store.open({
    location,
    now: Date.now,
    random: Math.random,
    id: () => crypto.randomUUID(),
    follow: false,
  });
  try {
    const { guard } = store;
    const [account] = store.accounts.all();
    const owner = account!.id;
    // No breaker: a benchmark asks more in a minute than an account in a day.
    await guard.changeSettings(owner, () => ({ ...NO_SETTINGS, limits: { breaker: 10_000 } }));
    await guard.knowCountries(owner, COUNTRIES);
    const from = Date.now() - HOURS * HOUR_MS;
    let number = 0;
    for (let hour = 0; hour < HOURS; hour++) {
      for (let sent = 0; sent < SENDS_AN_HOUR; sent += PER_ENTRY) {
        const sends = Array.from({ length: PER_ENTRY }, () => {
          const at = from + number * HOUR_MS / SENDS_AN_HOUR;
          const country = COUNTRIES[number % COUNTRIES.length]!;
          const keys: SendKeys = { ...NOBODY, recipient: `earlier ${number}`, country, carrier: null };
          const id = guardTime(at) + (number++).toString(36).padStart(16, "0");
          return [id, { type: "send", at, channel: "sms", keys, cost: 0, decision: "allow" }] as const;
        });
        await Promise.all(sends.map(([id, send]) => store.commit(guard.append(owner, id, send))));
      }
    }
  } finally {
    await store.close();
  }
}
