/** Events of a sign-in service: one that was acknowledged leaves exactly one score. */
import assert from "node:assert/strict";
import { LEASE_MS } from "../../../src/db/queue/queue.ts";
import { clerk, type MadeHook, sendTo } from "../app/hooks.ts";
import { eventually } from "../eventually.ts";
import type { RunningServer } from "../process/program.ts";
import { askWith, type MakeWorkload } from "./rounds.ts";

const SENDERS = 16;
/** Acknowledged in a round; beyond that the senders are slow, for all that was acknowledged is scored in the end. */
const ENOUGH = 20;
const SLOW_MS = 50;

export const hooks: MakeWorkload = async (server, key) => {
  const made = await askWith(server, key, "/v1/hooks", {
    kind: "svix",
    mode: "observe",
    when_unsure: "allow",
  });
  const hook: MadeHook = { id: made.hook_id, path: new URL(made.url).pathname, secret: made.secret };
  const acknowledged = new Set<string>();
  let [before, rounds] = [0, 0];
  const enough = () => acknowledged.size > before + ENOUGH;
  /** Until the server is gone. */
  const keepSending = async (to: RunningServer, sender: string) => {
    for (let turn = 0;; turn++) {
      const id = `${sender}-${turn}`;
      try {
        const response = await sendTo(to, hook, event(id), { as: "svix", id });
        const { result } = await response.json();
        assert.equal(result, "queued");
        acknowledged.add(id);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        return;
      }
      if (enough()) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    }
  };
  return {
    load: async (to, round) => {
      before = acknowledged.size;
      rounds++;
      await Promise.all(
        Array.from({ length: SENDERS }, (_, sender) => keepSending(to, `${round}-${sender}`)),
      );
    },
    enough,
    // The sender repeats what it got no answer for, and what it did.
    check: async (to) => {
      for (const id of [...acknowledged].slice(-5)) {
        const again = await sendTo(to, hook, event(id), { as: "svix", id });
        assert.deepEqual([again.status, await again.json()], [202, { result: "repeated" }]);
      }
    },
    finish: async (to) => {
      assert.ok(acknowledged.size > ENOUGH * rounds, `only ${acknowledged.size} events were acknowledged`);
      // Until then what the killed process was scoring is its own.
      await new Promise((resolve) => setTimeout(resolve, LEASE_MS));
      const users = await eventuallyScored(to, key, acknowledged);
      for (const id of acknowledged) {
        assert.equal(users.filter((user) => user === id).length, 1, `${id} is scored once`);
      }
      assert.equal(new Set(users).size, users.length, "nothing is scored twice, acknowledged or not");
      const { used } = await askWith(to, key, "/v1/usage");
      assert.equal(used, users.length * 2, "and nothing is billed twice");
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
};

function event(id: string) {
  return clerk(`${id.replaceAll("-", "x")}@gmail.com`, { id });
}

/** The users of all stored scores, once those that were acknowledged are among them. */
async function eventuallyScored(
  server: RunningServer,
  key: string,
  acknowledged: ReadonlySet<string>,
): Promise<string[]> {
  let users: string[] = [];
  await eventually(async () => {
    users = [];
    for (let cursor: string | null = null;;) {
      const page: { results: { user_id: string }[]; cursor: string | null } = await askWith(
        server,
        key,
        "/v1/scores/search",
        { limit: 200, cursor },
      );
      users.push(...page.results.map(({ user_id }) => user_id));
      cursor = page.cursor;
      if (cursor === null) break;
    }
    const found = new Set(users);
    return [...acknowledged].every((id) => found.has(id));
  }, "every acknowledged event is scored");
  return users;
}
