/** A value's real reporters, and hundreds of other accounts that report it too, to displace them. */
import { DAY_MS } from "../../src/model/duration.ts";
import { startApp } from "../../tests/support/app/app.ts";
import type { Row, Simulation } from "./row.ts";
import { reportAll, sybils } from "./sybils.ts";

const FRAUDSTER = { ip: "73.15.20.9", email: "known@fraudster-mail.org" };
const ACCOUNTS = 300;

async function* run(): AsyncIterable<Row> {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const made = await sybils(app, ACCOUNTS, "signup", { lookups: 0 });
  const reporters = await sybils(app, 3, "operator", { prefix: "reporter" });
  const other = await app.account("tenant");
  now += 8 * DAY_MS;
  await reportAll(app, reporters, FRAUDSTER, 3);
  const read = async (key: string) => {
    const { body } = await app.ask("/v1/score/user", { key, json: FRAUDSTER });
    return `${body.verdict} ${body.risk_score}`;
  };
  const before = [await read(other.key), await read(reporters[0]!.key)];
  now += DAY_MS;
  await reportAll(app, made, FRAUDSTER);
  const after = [await read(other.key), await read(reporters[0]!.key)];
  const names = ["another tenant's verdict", "a reporter's own verdict"];
  for (const [index, name] of names.entries()) {
    yield {
      attack: "whitewashing",
      attempt: `${ACCOUNTS} self-made accounts report what 3 members reported: ${name}`,
      result: `${before[index]} → ${after[index]}`,
      ok: before[index]!.split(" ")[0] === after[index]!.split(" ")[0],
    };
  }
}

export const whitewashing: Simulation = { name: "whitewashing", run };
