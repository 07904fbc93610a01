/** An event that was acknowledged leaves exactly one score, however the server ends. */
import assert from "node:assert/strict";
import { LEASE_MS } from "../../../src/db/queue/queue.ts";
import { clerk, type MadeHook, sendTo } from "../../support/app/hooks.ts";
import { eventually } from "../../support/eventually.ts";
import { makeKey, processTest, type RunningServer, startServer } from "../../support/process/program.ts";

const ROUNDS = 3;
const SENDERS = 16;

processTest("kill -9 after acknowledgements: each event is scored, and once", async (folder) => {
  const { key } = await makeKey(folder, "main", "--rpm", "1000000", "--monthly", "1000000");
  let server = await startServer(folder);
  const ask = async (path: string, body?: unknown) => {
    const response = await fetch(`${server.origin}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return await response.json();
  };
  try {
    const made = await ask("/v1/hooks", { kind: "svix", mode: "observe", when_unsure: "allow" });
    const hook: MadeHook = { id: made.hook_id, path: new URL(made.url).pathname, secret: made.secret };
    const acknowledged = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const sending = Array.from({ length: SENDERS }, (_, sender) => {
        return keepSending(server, hook, `${round}-${sender}`, acknowledged);
      });
      const before = acknowledged.size;
      await eventually(() => acknowledged.size > before + 20, "acknowledgements");
      await server.kill();
      await Promise.all(sending);
      server = await startServer(folder);
      // The sender repeats what it got no answer for, and what it did.
      for (const id of [...acknowledged].slice(-5)) {
        const again = await sendTo(server, hook, event(id), { as: "svix", id });
        assert.deepEqual([again.status, await again.json()], [202, { result: "repeated" }]);
      }
    }
    // Until then what the killed process was scoring is its own.
    await new Promise((resolve) => setTimeout(resolve, LEASE_MS));
    const users = await eventuallyScored(ask, acknowledged);
    for (const id of acknowledged) {
      assert.equal(users.filter((user) => user === id).length, 1, `${id} is scored once`);
    }
    assert.equal(new Set(users).size, users.length, "nothing is scored twice, acknowledged or not");
    assert.equal((await ask("/v1/usage")).used, users.length * 2, "and nothing is billed twice");
  } finally {
    await server.kill();
  }
});

function event(id: string) {
  return clerk(`${id.replaceAll("-", "x")}@gmail.com`, { id });
}

/** Until the server is gone. */
async function keepSending(
  server: RunningServer,
  hook: MadeHook,
  sender: string,
  acknowledged: Set<string>,
): Promise<void> {
  for (let turn = 0;; turn++) {
    const id = `${sender}-${turn}`;
    try {
      const response = await sendTo(server, hook, event(id), { as: "svix", id });
      const { result } = await response.json();
      assert.equal(result, "queued");
      acknowledged.add(id);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
  }
}

/** The users of all stored scores, once those that were acknowledged are among them. */
async function eventuallyScored(
  ask: (path: string, body?: unknown) => Promise<{ results: { user_id: string }[]; cursor: string | null }>,
  acknowledged: ReadonlySet<string>,
): Promise<string[]> {
  let users: string[] = [];
  await eventually(async () => {
    users = [];
    for (let cursor: string | null = null;;) {
      const page: Awaited<ReturnType<typeof ask>> = await ask("/v1/scores/search", { limit: 200, cursor });
      users.push(...page.results.map(({ user_id }) => user_id));
      cursor = page.cursor;
      if (cursor === null) break;
    }
    const found = new Set(users);
    return [...acknowledged].every((id) => found.has(id));
  }, "every acknowledged event is scored");
  return users;
}
