/** Durable queues: order, bounds, leases, and what a killed process leaves. */
import assert from "node:assert/strict";
import type { Job, Lane } from "../../../../src/db/queue/lane.ts";
import { LEASE_MS } from "../../../../src/db/queue/queue.ts";
import { type JobHandler, type JobResult, QueueWorker } from "../../../../src/db/queue/queue_worker.ts";
import type { Store } from "../../../../src/records/store.ts";
import { inFolder } from "../../../support/folder.ts";
import { openStore } from "../../../support/store/store.ts";
import {
  QUEUE_COUNT,
  QUEUE_JOB,
  QUEUE_LANE,
  QUEUE_READY,
} from "../../../../src/records/endpoints/lane_rows.ts";

const START = 1_800_000_000_000;
const DONE: JobResult = { moved: null };
const lane = (id: string, account = "acc"): Lane => ({ account, name: `test.${id}` });

async function append(store: Store, to: Lane, label: string, max = 100): Promise<string | null> {
  const appended = store.queue.append(to, { label, sealed: "" }, max);
  if (appended === null) return null;
  await store.commit(appended.change);
  return appended.id;
}

const handler = (work: (job: Job, lane: Lane) => JobResult | Promise<JobResult>, open = () => true) => ({
  isOpen: open,
  work: (of: Lane, job: Job) => Promise.resolve(work(job, of)),
} satisfies JobHandler);

async function withClock(test: (store: Store, clock: { now: number }) => Promise<void>): Promise<void> {
  const clock = { now: START };
  const store = await openStore({ now: () => clock.now });
  try {
    await test(store, clock);
  } finally {
    await store.close();
  }
}

Deno.test("the jobs of a lane are worked off in order, and nothing is left of it", () =>
  withClock(async (store, clock) => {
    const done: string[] = [];
    const worker = new QueueWorker(
      store.queue,
      { test: handler((job) => (done.push(job.label), DONE)) },
      () => clock.now,
    );
    const labels = Array.from({ length: 45 }, (_, index) => `job ${index}`);
    for (const label of labels) await append(store, lane("a"), label);
    assert.deepEqual(await store.queue.lengths.count(lane("a")), { length: 45, refused: 0 });
    await worker.work();
    assert.deepEqual(done, labels);
    for (const { prefix } of [QUEUE_JOB, QUEUE_READY, QUEUE_LANE, QUEUE_COUNT]) {
      assert.deepEqual(await Array.fromAsync(store.engine.scan(prefix)), []);
    }
    assert.deepEqual(await store.queue.lengths.count(lane("a")), { length: 0, refused: 0 });
  }));

Deno.test("a full lane takes no more, and another one does", () =>
  withClock(async (store) => {
    const ids = [await append(store, lane("a"), "1", 2), await append(store, lane("a"), "2", 2)];
    assert.ok(ids.every((id) => id !== null));
    assert.equal(await append(store, lane("a"), "3", 2), null);
    await store.writer.write(store.queue.refused(lane("a")));
    assert.ok(await append(store, lane("b"), "3", 2));
    assert.deepEqual(await store.queue.lengths.count(lane("a")), { length: 2, refused: 1 });
  }));

Deno.test("a lane whose jobs expired while it was not open takes jobs again", () =>
  withClock(async (store, clock) => {
    const done: string[] = [];
    const worker = new QueueWorker(
      store.queue,
      { test: handler((job) => (done.push(job.label), DONE)) },
      () => clock.now,
    );
    for (const label of ["1", "2"]) await append(store, lane("a"), label, 2);
    for (const { prefix } of [QUEUE_JOB, QUEUE_READY, QUEUE_LANE]) {
      const keys = await Array.fromAsync(store.engine.scan(prefix), ({ key }) => key);
      await store.engine.commit({ delete: keys });
    }
    assert.equal(await append(store, lane("a"), "3", 2), null, "they are still counted");
    await store.writer.write(store.queue.refused(lane("a")));
    await worker.work();
    assert.ok(await append(store, lane("a"), "4", 2));
    await worker.work();
    assert.deepEqual(done, ["4"]);
  }));

Deno.test("a job that fails is tried again when it is due: in place, or behind others", () =>
  withClock(async (store, clock) => {
    const seen: string[] = [];
    const fails = (job: Job): JobResult => {
      seen.push(`${job.label}.${job.attempts}`);
      if (job.label !== "bad" || job.attempts === 2) return DONE;
      const note = "refused";
      return job.attempts === 0
        ? { moved: { dueAt: job.dueAt, note }, restUntil: clock.now + 5_000 }
        : { moved: { dueAt: clock.now + 60_000, note } };
    };
    const worker = new QueueWorker(store.queue, { test: handler(fails) }, () => clock.now);
    await append(store, lane("a"), "bad");
    await append(store, lane("a"), "good");
    await worker.work();
    assert.deepEqual(seen, ["bad.0"], "the lane rests, so the next job waits");
    clock.now += 4_999;
    await worker.work();
    assert.deepEqual(seen, ["bad.0"]);
    clock.now += 1;
    await worker.work();
    assert.deepEqual(seen, ["bad.0", "bad.1", "good.0"], "it was moved behind the next job");
    const [waiting] = await store.queue.list(lane("a"), 10);
    assert.equal(`${waiting!.label} ${waiting!.attempts} ${waiting!.note}`, "bad 2 refused");
    clock.now += 60_000;
    await worker.work();
    assert.deepEqual(seen.at(-1), "bad.2");
    assert.deepEqual(await store.queue.list(lane("a"), 10), []);
  }));

Deno.test("a lane that is not open rests, and goes on when it is", () =>
  withClock(async (store, clock) => {
    let open = false;
    const done: string[] = [];
    const of = handler((job) => (done.push(job.label), DONE), () => open);
    const worker = new QueueWorker(store.queue, { test: of }, () => clock.now);
    await append(store, lane("a"), "1");
    await worker.work();
    assert.deepEqual(done, []);
    open = true;
    worker.reconsider();
    await worker.work();
    assert.deepEqual(done, ["1"]);
  }));

Deno.test("lanes that hang leave room for other accounts", () =>
  withClock(async (store, clock) => {
    const done: string[] = [];
    const { promise: hanging, resolve: end } = Promise.withResolvers<void>();
    const work = handler(async (job, of) => {
      if (of.account === "slow") await hanging;
      done.push(`${of.account} ${job.label}`);
      return DONE;
    });
    const worker = new QueueWorker(store.queue, { test: work }, () => clock.now);
    for (let index = 0; index < 80; index++) await append(store, lane(`l${index}`, "slow"), "x");
    await append(store, lane("z", "zz"), "y");
    const all = worker.work();
    while (done.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(done, ["zz y"]);
    end();
    await all;
    assert.equal(done.length, 81);
  }));

Deno.test("of two processes one works on a lane; the other goes on when the lease of a killed one ends", () =>
  inFolder(async (folder) => {
    const clock = { now: START };
    const options = { location: `${folder}/winnow.kv`, now: () => clock.now };
    const [one, two] = [await openStore(options), await openStore(options)];
    try {
      const done: string[] = [];
      const { promise: killed, resolve: end } = Promise.withResolvers<JobResult>();
      const first = new QueueWorker(
        one.queue,
        { test: handler((job) => (done.push(`one ${job.label}`), killed)) },
        () => clock.now,
      );
      const second = new QueueWorker(
        two.queue,
        { test: handler((job) => (done.push(`two ${job.label}`), DONE)) },
        () => clock.now,
      );
      await append(one, lane("a"), "1");
      clock.now++;
      await append(two, lane("a"), "2");
      const hangs = first.work();
      while (done.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await second.work();
      assert.deepEqual(done, ["one 1"]);
      clock.now += LEASE_MS;
      await second.work();
      assert.deepEqual(done, ["one 1", "two 1", "two 2"]);
      end({ moved: { dueAt: clock.now, note: "late" } });
      await hangs;
      assert.deepEqual(await one.queue.list(lane("a"), 10), [], "the late result brings nothing back");
      assert.deepEqual(await two.queue.lengths.count(lane("a")), { length: 0, refused: 0 });
    } finally {
      await one.close();
      await two.close();
    }
  }));

Deno.test("forgetting an account removes its lanes, and a lane can be removed alone", () =>
  withClock(async (store) => {
    for (const id of ["a", "b"]) await append(store, lane(id), "1");
    await append(store, lane("a", "other"), "1");
    await store.queue.remove(lane("a"));
    assert.deepEqual(await store.queue.list(lane("a"), 9), []);
    assert.equal((await store.queue.list(lane("b"), 9)).length, 1);
    await store.accountData.remove("acc");
    const left = await Array.fromAsync(store.queue.lanes(null, 9), ({ lane }) => lane);
    assert.deepEqual(left, [lane("a", "other")]);
    assert.equal((await store.queue.list(lane("b"), 9)).length, 0);
  }));
