/** Asking which of 500 e-mail addresses the service has seen before. */
import { startApp } from "../../tests/support/app/app.ts";
import type { Row, Simulation } from "./row.ts";

const ADDRESSES = 500;

async function* run(): AsyncIterable<Row> {
  await using app = await startApp();
  const customer = await app.account("customer");
  const known = Array.from({ length: ADDRESSES / 2 }, (_, i) => `73.15.${i}.9`);
  const unknown = Array.from({ length: ADDRESSES / 2 }, (_, i) => `73.16.${i}.9`);
  await app.ask("/v1/batch", { key: customer.key, json: { type: "ip", items: known } });
  const guest = await app.account("guest", { madeBy: "signup" });
  const guestTest = await app.account("guest", { mode: "test" });
  for (const [who, key] of [["a self-made account", guest.key], ["a test key", guestTest.key]] as const) {
    let told = 0;
    for (const items of [known, unknown]) {
      const { body } = await app.ask("/v1/batch", { key, json: { type: "ip", items } });
      for (const row of body.results) {
        const seen = row.times_seen !== null && row.times_seen > 1;
        if (seen === (items === known)) told++;
      }
    }
    const share = told / ADDRESSES;
    yield {
      attack: "census",
      attempt: `${who} asks which of ${ADDRESSES} addresses are customers'`,
      result: `${(100 * share).toFixed(0)} % told right (guessing: 50 %)`,
      ok: share <= 0.5,
    };
  }
}

export const census: Simulation = { name: "census", run };
