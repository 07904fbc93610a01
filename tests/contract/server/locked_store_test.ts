/** Another program locks the file of the embedded store. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { makeKey, processTest, startServer } from "../../support/process/program.ts";

processTest(
  "a lock of another program on the store's file answers 503 in two seconds, and nothing acknowledged is lost",
  async (dir) => {
    const { DatabaseSync } = await import("node:sqlite");
    const { key } = await makeKey(dir, "main");
    const server = await startServer(dir);
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const send = async (path: string, json?: unknown) => {
      const started = performance.now();
      const answer = await fetch(
        server.origin + path,
        json === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(json) },
      );
      const body = await answer.text();
      return { status: answer.status, body, ms: performance.now() - started };
    };
    const failing = async () =>
      /^winnow_store_failing(?:\{.*\})? (\d)$/m.exec((await send("/metrics")).body)?.[1];
    const ids: string[] = [];
    const scored = async (last: number) => {
      const answer = await send(`/v1/score/ip?ip=198.51.100.${last}`);
      if (answer.status === 200) ids.push(JSON.parse(answer.body).request_id);
      return answer;
    };
    for (let last = 0; last < 20; last++) assert.equal((await scored(last)).status, 200);
    assert.equal(await failing(), "0");
    const other = new DatabaseSync(`${dir}/winnow.kv`);
    // The server may be writing what it answered last.
    await eventually(() => {
      try {
        other.exec("begin immediate");
        return true;
      } catch {
        return false;
      }
    }, "the file stays locked");
    let refused = 0;
    for (let last = 20; refused < 40 && last < 200; last++) {
      const answers = await Promise.all([
        scored(last),
        send(`/v1/score/${ids.at(-1)}`),
        send("/v1/report", { kind: "ip", value: `198.51.100.${last}` }),
        send("/v1/rules", { kind: "ip", action: "block", values: [`203.0.113.${last}`] }),
      ]);
      for (const { status, ms, body } of answers) {
        assert.ok(status === 503 || status < 300, body);
        assert.ok(ms < 2000, `${status} after ${ms} ms`);
        refused += Number(status === 503);
      }
    }
    assert.ok(refused >= 40, `${refused} were refused`);
    assert.equal(await failing(), "1");
    other.exec("rollback");
    other.close();
    await eventually(async () => (await scored(250)).status === 200, "it does not go on");
    await eventually(async () => await failing() === "0", "it still counts as failing");
    for (const id of ids) assert.equal((await send(`/v1/score/${id}`)).status, 200, id);
    await server.stop();
  },
);
