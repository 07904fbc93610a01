import assert from "node:assert/strict";
import fc from "fast-check";
import { type Asker, Budget } from "../../../src/concurrency/budget.ts";
import { FairScheduler } from "../../../src/concurrency/fair_scheduler.ts";
import type { FairOptions } from "../../../src/concurrency/outside_question.ts";
import { eventually } from "../../support/eventually.ts";

const member = (id: string): Asker => ({ id, madeBy: "operator" });
const guest = (id: string): Asker => ({ id, madeBy: "signup" });

/** A scheduler whose questions wait until the test answers them. */
class Desk {
  readonly clock = { now: 0 };
  readonly scheduler: FairScheduler<string>;
  /** `account:key` in the order of their start. */
  readonly started: string[] = [];
  readonly answers: string[] = [];
  readonly #open = new Map<string, (answer: string) => void>();

  constructor(options: Partial<FairOptions<string>> = {}) {
    this.scheduler = new FairScheduler<string>({
      slots: 8,
      zoneSlots: 8,
      maxWaiting: 100,
      lingerMs: 500,
      declined: (why) => why,
      cutOff: { failures: 2, openMs: 1_000, now: () => this.clock.now, isSilent: (answer) => answer === "…" },
      ...options,
    });
  }

  get inFlight(): readonly string[] {
    return [...this.#open.keys()];
  }

  ask(account: Asker, key: string, zone = key, ms = Infinity): Promise<string> {
    const work = () => {
      this.started.push(key);
      return new Promise<string>((resolve) => this.#open.set(key, resolve));
    };
    const answer = this.scheduler.ask({ key, zone, work }, new Budget(ms, account));
    answer.then((text) => this.answers.push(`${key} ${text}`), () => {});
    return answer;
  }

  async answer(key: string, text = "yes"): Promise<void> {
    const resolve = this.#open.get(key);
    assert(resolve !== undefined, `${key} is not in flight`);
    this.#open.delete(key);
    resolve(text);
    await settled();
  }

  async answerAll(): Promise<void> {
    while (this.#open.size > 0) await this.answer(this.inFlight[0]!);
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

const keys = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

Deno.test("one account alone has half of the slots, and each further one a share of the rest", async () => {
  const desk = new Desk();
  const shares = ["a", "b", "c", "d"].map((id) => {
    const before = desk.started.length;
    for (const key of keys(id, 20)) void desk.ask(member(id), key);
    return desk.started.length - before;
  });
  assert.deepEqual(shares, [4, 2, 1, 1]);
  await desk.answerAll();
  assert.equal(desk.answers.length, 80);
  assert.equal(new Set(desk.started).size, 80);
});

Deno.test("guests, however many, leave slots to members", () => {
  const desk = new Desk({ slots: 16, zoneSlots: 16 });
  for (const id of keys("guest", 40)) for (const key of keys(`${id}-`, 3)) void desk.ask(guest(id), key);
  const guests = desk.started.length;
  void desk.ask(member("m"), "own");
  assert.deepEqual([guests, desk.started.at(-1)], [12, "own"]);
});

Deno.test("waiting questions are taken from accounts and zones in turn", async () => {
  const desk = new Desk({ slots: 2, zoneSlots: 2 });
  for (const key of keys("a", 4)) void desk.ask(member("a"), key, "one");
  void desk.ask(member("a"), "other", "two");
  for (const key of keys("b", 2)) void desk.ask(member("b"), key);
  const order: string[] = [];
  while (desk.inFlight.length > 0) {
    order.push(desk.inFlight[0]!);
    await desk.answer(desk.inFlight[0]!);
  }
  assert.deepEqual(order.slice(0, 5), ["a0", "b0", "a1", "b1", "other"]);
});

Deno.test("a zone has at most its slots, and its account goes on with others", () => {
  const desk = new Desk({ slots: 20, zoneSlots: 4 });
  for (const key of keys("a", 10)) void desk.ask(member("a"), key, "slow");
  assert.equal(desk.started.length, 2);
  void desk.ask(member("a"), "elsewhere");
  for (const key of keys("b", 3)) void desk.ask(member("b"), key, "slow");
  assert.deepEqual(desk.started, ["a0", "a1", "elsewhere", "b0"]);
});

Deno.test("a silent zone is cut off alone, for the account that asked it, and tested again", async () => {
  const desk = new Desk();
  const asked = keys("a", 6).map((key) => desk.ask(member("a"), key, "silent"));
  await desk.answer("a0", "…");
  await desk.answer("a1", "…");
  assert.deepEqual(desk.inFlight, ["a2", "a3", "a4"]);
  assert.equal(await asked[5], "silent");
  assert.equal(await desk.ask(member("a"), "again", "silent"), "silent");
  void desk.ask(member("a"), "live", "live");
  void desk.ask(member("b"), "b0", "silent");
  assert.deepEqual(desk.inFlight.slice(-2), ["live", "b0"]);
  for (const key of ["a2", "a3", "a4"]) await desk.answer(key, "…");
  desk.clock.now = 1_500;
  void desk.ask(member("a"), "test", "silent");
  assert(desk.inFlight.includes("test"));
  assert.equal(await desk.ask(member("a"), "beside the test", "silent"), "silent");
  await desk.answer("test");
  void desk.ask(member("a"), "back", "silent");
  assert(desk.inFlight.includes("back"));
});

Deno.test("an answer between silent ones keeps a zone in use", async () => {
  const desk = new Desk();
  for (const text of ["…", "yes", "…", "yes", "…"]) {
    void desk.ask(member("a"), text + desk.answers.length, "mixed");
    await desk.answer(desk.inFlight[0]!, text);
  }
  void desk.ask(member("a"), "next", "mixed");
  assert.deepEqual(desk.inFlight, ["next"]);
});

Deno.test("a question of several accounts is asked once, in the first turn of any of them", async () => {
  const desk = new Desk({ slots: 2, zoneSlots: 2 });
  for (const key of keys("a", 20)) void desk.ask(member("a"), key);
  const first = desk.ask(member("a"), "shared");
  const second = desk.ask(member("b"), "shared");
  assert.deepEqual(desk.inFlight, ["a0", "shared"]);
  const third = desk.ask(member("c"), "shared");
  await desk.answer("shared");
  assert.deepEqual(await Promise.all([first, second, third]), ["yes", "yes", "yes"]);
  assert.equal(desk.started.filter((key) => key === "shared").length, 1);
});

Deno.test("what one account is refused is not refused to another that asks the same", async () => {
  const desk = new Desk({ slots: 2, zoneSlots: 2, maxWaiting: 4 });
  for (const key of keys("a", 3)) void desk.ask(member("a"), key);
  assert.equal(await desk.ask(member("a"), "shared"), "full");
  const other = desk.ask(member("b"), "shared");
  await desk.answer("shared");
  assert.equal(await other, "yes");
});

Deno.test("a question that nobody waits for is asked after all others of its account, or dropped", async (t) => {
  await t.step("asked when its account has no other", async () => {
    const desk = new Desk({ slots: 2, zoneSlots: 2 });
    void desk.ask(member("a"), "running");
    void desk.ask(member("a"), "left", "left", 0);
    void desk.ask(member("a"), "awaited");
    await desk.answer("running");
    assert.deepEqual(desk.inFlight, ["awaited"]);
    await desk.answer("awaited");
    assert.deepEqual(desk.inFlight, ["left"]);
  });
  await t.step("awaited again", async () => {
    const desk = new Desk({ slots: 2, zoneSlots: 2 });
    void desk.ask(member("a"), "running");
    void desk.ask(member("a"), "left", "left", 0);
    await desk.answer("running");
    assert.deepEqual(desk.inFlight, ["left"]);
    void desk.ask(member("a"), "left");
    assert.deepEqual(desk.started, ["running", "left"]);
  });
  await t.step("dropped", async () => {
    const desk = new Desk({ slots: 2, zoneSlots: 2 });
    const busy = async () => {
      void desk.ask(member("a"), `busy ${desk.started.length}`);
      await desk.answer(desk.inFlight[0]!);
    };
    void desk.ask(member("a"), "running");
    void desk.ask(member("a"), "left", "left", 0);
    void desk.ask(member("a"), "next");
    await eventually(async () => {
      await busy();
      return desk.answers.includes("left dropped");
    }, "the question is dropped");
    assert(!desk.started.includes("left"));
  });
  await t.step("kept while another account waits", async () => {
    const desk = new Desk({ slots: 2, zoneSlots: 2 });
    for (const key of ["x", "y"]) void desk.ask(member("a"), key);
    const left = desk.ask(member("a"), "shared", "shared", 0);
    void desk.ask(member("b"), "shared");
    await desk.answer("shared");
    assert.equal(await left, "yes");
  });
});

Deno.test("work that throws frees its slot", async () => {
  const scheduler = new FairScheduler<string>({
    slots: 1,
    zoneSlots: 1,
    maxWaiting: 4,
    lingerMs: 0,
    declined: (why) => why,
  });
  const budget = new Budget(Infinity, member("a"));
  const fails = scheduler.ask({ key: "f", zone: "", work: () => Promise.reject(new Error("no")) }, budget);
  const after = scheduler.ask({ key: "g", zone: "", work: () => Promise.resolve("yes") }, budget);
  await assert.rejects(fails, /no/);
  assert.equal(await after, "yes");
});

Deno.test("close declines what waits and ends when the rest has", async () => {
  const desk = new Desk({ slots: 2, zoneSlots: 2 });
  const asked = ["a0", "a1", "a2"].map((key) => desk.ask(member("a"), key));
  const closing = desk.scheduler.close();
  await desk.answer("a0");
  await closing;
  assert.deepEqual(await Promise.all(asked), ["yes", "dropped", "dropped"]);
});

Deno.test("a budget of memory asks nothing, and joins no question that runs", async () => {
  const desk = new Desk();
  const memory = Budget.ofMemory(member("a"));
  const question = {
    key: "x",
    zone: "x",
    work: () => assert.fail("nothing is asked"),
  };
  for (const budget of [memory, memory.forFetch(1_000)]) {
    assert.equal(await desk.scheduler.ask(question, budget), "memory");
  }
  const waited = desk.ask(member("b"), "x");
  assert.equal(await desk.scheduler.ask(question, memory), "memory");
  await desk.answer("x");
  assert.equal(await waited, "yes");
  assert.deepEqual(desk.started, ["x"]);
  assert.equal(memory.forKeys().mayAsk, true, "keys of agents are fetched for the next call");
});

Deno.test("property: every question is answered or declined, and no limit is exceeded", async () => {
  const action = fc.record({
    account: fc.constantFrom(member("a"), member("b"), guest("c"), guest("d")),
    key: fc.integer({ min: 0, max: 30 }),
    zone: fc.constantFrom("p", "q", "r"),
    ms: fc.constantFrom(0, Infinity),
    answer: fc.option(fc.constantFrom("yes", "…")),
  });
  await fc.assert(fc.asyncProperty(fc.array(action, { maxLength: 80 }), async (actions) => {
    const desk = new Desk({ slots: 6, zoneSlots: 3, maxWaiting: 10 });
    const asked: Promise<string>[] = [];
    for (const { account, key, zone, ms, answer } of actions) {
      asked.push(desk.ask(account, `${zone}${key}`, zone, ms));
      assert(desk.inFlight.length <= 6);
      for (const each of ["p", "q", "r"]) {
        assert(desk.inFlight.filter((one) => one.startsWith(each)).length <= 3);
      }
      if (answer !== null && desk.inFlight.length > 0) await desk.answer(desk.inFlight[0]!, answer);
    }
    await desk.answerAll();
    for (const text of await Promise.all(asked)) assert.match(text, /^(yes|…|full|silent|dropped)$/);
    assert.equal(desk.inFlight.length, 0);
  }));
});
