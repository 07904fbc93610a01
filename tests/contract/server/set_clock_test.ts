/** A real process on the embedded store whose machine's clock is set, and one that starts with a clock that is wrong. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { DAY_MS } from "../../../src/model/duration.ts";
import { eventually } from "../../support/eventually.ts";
import { fakeTimeTest } from "../../support/process/fake_time.ts";
import { makeKey, type RunningServer, startServer } from "../../support/process/program.ts";

type Json = Readonly<Record<string, unknown>>;

function asking(server: RunningServer, key: string) {
  return async (path: string, json?: Json, idempotencyKey?: string) => {
    const response = await fetch(`${server.origin}${path}`, {
      ...(json === undefined ? {} : { method: "POST", body: JSON.stringify(json) }),
      headers: {
        "x-api-key": key,
        "content-type": "application/json",
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
    });
    const text = await response.text();
    assert.equal(response.status, 200, `${path}: ${response.headers.get("retry-after")} ${text}`);
    return JSON.parse(text);
  };
}

async function skewOf({ origin }: RunningServer): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^winnow_clock_skew_seconds (\S+)$/m.exec(text)![1]);
}

fakeTimeTest(
  "the clock of a running server is set: nothing is refused, repeated or lost",
  async (folder, time) => {
    const { key } = await makeKey(folder, "shop");
    const server = await startServer(folder, {}, time.command);
    try {
      const ask = asking(server, key);
      const signup = { ip: "81.2.69.160", email: "jane.doe@gmail.com" };
      const { request_id } = await ask("/v1/score/user", signup, "once");
      const { used } = await ask("/v1/usage");
      let billed = 0;
      const rows = [["+2d", 172_800], ["-2d", -172_800], ["+70m", 4200], ["-70m", -4200], ["+0", 0]] as const;
      for (const [offset, seconds] of rows) {
        time.move(offset);
        await eventually(async () => Math.abs(await skewOf(server) - seconds) < 5, `the skew of ${offset}`);
        assert.equal((await ask("/v1/score/user", signup, "once")).request_id, request_id, offset);
        await ask("/v1/score/ip?ip=8.8.8.8");
        await ask(`/v1/score/${request_id}`);
        assert.equal((await ask("/v1/usage")).used, used + ++billed, offset);
        const said = offset === "+0" ? /clock_agrees/ : /clock_skew/;
        await eventually(() => server.lines.some((line) => said.test(line)), `the event of ${offset}`);
      }
      assert.equal(await server.stop(), 0);
      assert.ok(!server.lines.some((line) => /lost writes/.test(line)));
    } finally {
      await server.kill();
    }
  },
);

fakeTimeTest(
  "a server that starts 200 days ahead deletes no label, and one that starts right finds all",
  async (folder, time) => {
    const { key } = await makeKey(folder, "shop");
    const ids: string[] = [];
    {
      const server = await startServer(folder, {}, time.command);
      const ask = asking(server, key);
      for (let index = 0; index < 10; index++) {
        const json = { ip: `73.15.20.${index}`, email: `person${index}@gmail.com` };
        const { request_id } = await ask("/v1/score/user", json);
        await ask("/v1/outcome", { request_id, outcome: "fraud" });
        ids.push(request_id);
      }
      assert.equal(await server.stop(), 0);
    }
    time.move("+200d");
    {
      const server = await startServer(folder, {}, time.command);
      await asking(server, key)("/v1/score/ip?ip=8.8.8.8");
      // Deno KV deletes what has expired when it opens the file.
      using database = new DatabaseSync(`${folder}/winnow.kv`, { readOnly: true, timeout: 5000 });
      const putOff = () => Number(database.prepare("select count(*) as n from winnow_put_off").get()!["n"]);
      await eventually(() => putOff() >= 3 * ids.length, "Deno KV tried to delete the labels");
      assert.equal(await server.stop(), 0);
    }
    time.move("+0");
    const server = await startServer(folder, {}, time.command);
    try {
      const ask = asking(server, key);
      for (const id of ids) assert.equal((await ask(`/v1/score/${id}`)).label?.outcome, "fraud");
      // They expire when they would have.
      using database = new DatabaseSync(`${folder}/winnow.kv`, { readOnly: true, timeout: 5000 });
      const count = (rows: string) =>
        Number(database.prepare(`select count(*) as n from ${rows}`).get()!["n"]);
      await eventually(() => count("winnow_put_off") === 0, "the times are back");
      const end = Date.now() + 182 * DAY_MS;
      assert.ok(count(`kv where expiration_ms > 0 and expiration_ms < ${end}`) >= 3 * ids.length);
      assert.equal(await server.stop(), 0);
    } finally {
      await server.kill();
    }
  },
);
