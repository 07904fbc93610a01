/** A process that is killed in the middle of an erasure: the next one finishes it. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { makeKey, processTest, type RunningServer, startServer } from "../../support/process/program.ts";

const EMAIL = "anna.petersen.1984@mailhost-anna.example";
const OTHER = "bruno.meyer.1990@mailhost-bruno.example";

processTest(
  "whenever a process is killed while it erases, the person is gone after the restart",
  async (dir) => {
    const { key } = await makeKey(dir, "shop", "--rpm", "1000000", "--monthly", "1000000");
    let server = await startServer(dir);
    const others = await batch(server, key, OTHER, 300);
    for (const afterMs of [30, 400, 1500]) {
      await batch(server, key, EMAIL, 500);
      const user = { user_id: `user-anna-${afterMs}-ms`, email: EMAIL };
      await ask(server, key, "/v1/score/user", user);
      ask(server, key, "/v1/privacy/erase", { email: EMAIL }).catch(() => {});
      await eventually(async () => (await receipts(server, key)).length > 0, "the erasure is begun");
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await server.kill();
      server = await startServer(dir);
      for (const receipt of await receipts(server, key)) {
        await eventually(
          async () => (await ask(server, key, `/v1/privacy/erasures/${receipt}`)).state === "done",
          "the end of the erasure",
        );
      }
      assert.deepEqual((await ask(server, key, "/v1/privacy/export", { email: EMAIL })).scores, []);
      for (const text of [user.user_id, "mailhost-anna"]) {
        const { stdout } = await new Deno.Command("grep", { args: ["-rlaiF", text, dir] }).output();
        assert.equal(new TextDecoder().decode(stdout), "", `${text} ${afterMs}`);
      }
      const { scores } = await ask(server, key, "/v1/privacy/export", { email: OTHER });
      assert.equal(scores.length, others);
    }
    assert.equal(await server.stop(), 0);
  },
);

async function batch(server: RunningServer, key: string, email: string, count: number): Promise<number> {
  const items = Array.from({ length: count }, () => email);
  return (await ask(server, key, "/v1/batch", { type: "email", items })).succeeded;
}

/** As the audit log has them: the answer is lost with the process. */
async function receipts(server: RunningServer, key: string): Promise<string[]> {
  const { entries } = await ask(server, key, "/v1/audit?action=data_erased");
  return entries.flatMap(({ objects }: { objects: string[] }) => objects);
}

// deno-lint-ignore no-explicit-any -- tests look into answers of every shape
async function ask(server: RunningServer, key: string, path: string, json?: unknown): Promise<any> {
  const response = await fetch(`${server.origin}${path}`, {
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(json === undefined ? {} : { method: "POST", body: JSON.stringify(json) }),
  });
  const body = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return body;
}
