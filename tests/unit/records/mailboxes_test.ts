import assert from "node:assert/strict";
import type { MailboxQueue } from "../../../src/records/mailboxes.ts";
import { Store } from "../../../src/records/store.ts";
import type { MailboxJob } from "../../../src/records/mailboxes.ts";
import { openStore } from "../../support/store/store.ts";

const HOUR = 3_600_000;

async function withQueue(
  test: (queue: MailboxQueue, clock: { now: number }, store: Store) => Promise<void>,
): Promise<void> {
  const clock = { now: Date.now() };
  const now = () => clock.now;
  const store = await openStore({ now });
  try {
    await test(store.mailboxQueue, clock, store);
  } finally {
    await store.close();
  }
}

function job(id: string, group: string, dueAt: number): MailboxJob {
  return {
    id,
    group,
    sealed: `sealed ${id}`,
    attempts: 0,
    dueAt,
    leased: false,
    expiresAt: dueAt + 24 * HOUR,
  };
}

Deno.test("MailboxQueue claims the oldest due jobs of a group, once", async () => {
  await withQueue(async (queue, clock) => {
    await queue.add(job("late", "g", clock.now + 1));
    await queue.add(job("second", "g", clock.now));
    await queue.add(job("first", "g", clock.now - 5));
    await queue.add(job("other", "h", clock.now));
    assert.deepEqual((await queue.claimDue("g", 1, HOUR)).map((held) => held.id), ["first"]);
    const [one, two] = await Promise.all([queue.claimDue("g", 5, HOUR), queue.claimDue("g", 5, HOUR)]);
    assert.deepEqual([...one, ...two].map((held) => held.id), ["second"]);
    assert.deepEqual(await queue.claimDue("g", 5, HOUR), []);
    clock.now += HOUR;
    assert.deepEqual((await queue.claimDue("g", 5, HOUR)).map((held) => held.id), [
      "late",
      "first",
      "second",
    ]);
  });
});

Deno.test("MailboxQueue names the groups with due jobs, page by page", async () => {
  await withQueue(async (queue, clock) => {
    for (const [group, ahead] of [["a", 0], ["b", 1], ["c", -1], ["d", 0]] as const) {
      await queue.add(job(`in ${group}`, group, clock.now + ahead));
    }
    assert.deepEqual(await queue.dueGroups(null, 2), { due: ["a"], last: "b" });
    assert.deepEqual(await queue.dueGroups("b", 9), { due: ["c", "d"], last: null });
    assert.deepEqual(await queue.dueGroups("d", 9), { due: [], last: null });
  });
});

Deno.test("MailboxQueue adds a job with a claim unless it exists, and shows which jobs are claimed", async () => {
  await withQueue(async (queue, clock) => {
    const given = job("one", "g", clock.now);
    const both = await Promise.all([queue.addClaimed(given, HOUR), queue.addClaimed(given, HOUR)]);
    const [held] = both.filter((each) => each !== null);
    assert.equal(both.filter((each) => each === null).length, 1);
    assert.deepEqual([held?.leased, held?.dueAt], [true, clock.now + HOUR]);
    assert.equal(await queue.addClaimed(given, HOUR), null);
    assert.deepEqual(await queue.claimDue("g", 5, HOUR), []);
    assert.deepEqual((await queue.find(["one"])).job, held);
    const back = await queue.postpone(held!, clock.now);
    assert.deepEqual((await queue.find(["one"])).job, back);
    assert.equal(back?.leased, false);
    assert.equal((await queue.claim(back!, HOUR))?.leased, true);
    assert.equal(await queue.claim(back!, HOUR), null);
    clock.now += 25 * HOUR;
    assert.equal((await queue.addClaimed(job("one", "g", clock.now), HOUR))?.leased, true);
  });
});

Deno.test("MailboxQueue lets only the newest holder move a job", async () => {
  await withQueue(async (queue, clock) => {
    await queue.add(job("one", "g", clock.now));
    const [held] = await queue.claimDue("g", 1, HOUR);
    const moved = await queue.postpone(held!, clock.now + 5, 1);
    assert.equal(moved?.attempts, 1);
    assert.equal(await queue.postpone(held!, clock.now + 9), null);
    const { job: seen } = await queue.find(["one"]);
    assert.deepEqual(seen, moved);
  });
});

Deno.test("MailboxQueue keeps answers until they are too old and forgets the job with them", async () => {
  await withQueue(async (queue, clock, store) => {
    await queue.add(job("one", "g", clock.now));
    const [held] = await queue.claimDue("g", 1, HOUR);
    await queue.finish(held!, [
      { id: "one", value: { status: "verified" }, expiresAt: clock.now + HOUR },
      { id: "domain", value: { status: "catch_all" }, expiresAt: clock.now + 2 * HOUR },
    ]);
    clock.now += HOUR;
    const { answers, job: none } = await queue.find(["one", "domain", "unknown"]);
    assert.deepEqual(answers.map((answer) => answer?.value ?? null), [null, { status: "catch_all" }, null]);
    assert.equal(none, null);
    for (const prefix of ["mailbox_job", "mailbox_due"]) {
      for await (const entry of store.engine.scan([prefix])) assert.fail(entry.key.join("/"));
    }
  });
});

Deno.test("MailboxQueue deletes the index entries of jobs that are missing or expired", async () => {
  await withQueue(async (queue, clock, store) => {
    const old = job("old", "g", clock.now);
    await queue.add(old);
    await queue.add({ ...old, dueAt: clock.now - 9 });
    assert.deepEqual((await queue.claimDue("g", 9, HOUR)).map((held) => held.id), ["old"]);
    clock.now += 24 * HOUR;
    assert.deepEqual(await queue.claimDue("g", 9, HOUR), []);
    assert.equal((await queue.find(["old"])).job, null);
    for await (const entry of store.engine.scan(["mailbox_due"])) assert.fail(entry.key.join("/"));
  });
});
