/** The rules in memory follow the store, also when reading them fails or is overtaken. */
import assert from "node:assert/strict";
import type { Rule } from "../../../../src/model/rules/rule.ts";
import { ActiveRules } from "../../../../src/service/rules/active_rules.ts";
import { ChangeLog } from "../../../../src/db/cluster/change_log.ts";
import { Writer } from "../../../../src/db/commit/writer.ts";
import { openDenoKv } from "../../../../src/db/deno_kv/deno_kv.ts";
import type { Engine } from "../../../../src/db/engine.ts";
import { Rules } from "../../../../src/records/rules.ts";
import { engineWith } from "../../../support/store/store.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

class Process {
  readonly changes: ChangeLog;
  readonly writer: Writer;
  readonly book: ActiveRules;

  constructor(engine: Engine, maxRules?: number) {
    this.changes = new ChangeLog(engine, () => NOW);
    this.writer = new Writer({
      engine,
      changes: this.changes,
      now: () => NOW,
    });
    const store = new Rules(engine, this.writer, this.changes, () => crypto.randomUUID());
    this.book = new ActiveRules(store, maxRules);
  }

  async add(value: string, account = "acc"): Promise<void> {
    const rule: Rule = {
      id: value,
      action: "block",
      kind: "domain",
      value,
      created_at: new Date(NOW).toISOString(),
    };
    await this.book.change(account, () => ({ added: [rule], removed: new Set(), result: null }), NOW);
  }

  /** What decides a domain, as a scoring request asks it. */
  async decides(domain: string, account: string): Promise<string | undefined> {
    if (!this.book.isReady(account)) await this.book.ready(account);
    return this.book.match(account, { domain }, NOW)?.value;
  }

  async values(): Promise<string[]> {
    return (await this.book.list("acc", NOW)).map((rule) => rule.value);
  }
}

/** A process that calls `onGet` with the names of what it read before it has the answer, and another one, on one store. */
async function withTwo(
  onGet: (names: string[]) => Promise<void>,
  test: (one: Process, two: Process) => Promise<void>,
  maxRules?: number,
): Promise<void> {
  const real = await openDenoKv(":memory:");
  const watched = engineWith(real, {
    async get(keys) {
      const entries = await real.get(keys);
      await onGet(keys.map((key) => key[0]!));
      return entries;
    },
  });
  const [one, two] = [new Process(watched, maxRules), new Process(real)];
  await one.changes.start(false);
  await two.changes.start(false);
  try {
    await test(one, two);
  } finally {
    await real.close();
  }
}

Deno.test("a change that came while the rules were read for the first time is not missed", async () => {
  let meanwhile: (() => Promise<void>) | null = null;
  const onGet = async (names: string[]) => {
    if (!names.includes("rules-chunk") || meanwhile === null) return;
    const work = meanwhile;
    meanwhile = null;
    await work();
  };
  await withTwo(onGet, async (one, two) => {
    await two.add("first.example");
    meanwhile = async () => {
      await two.add("second.example");
      await one.changes.refresh();
    };
    await one.book.ready("acc");
    assert.deepEqual(await one.values(), ["first.example", "second.example"]);
  });
});

Deno.test("a change that is durable is in force here later when reading it back fails", async () => {
  let failing = false;
  const onGet = (names: string[]) => {
    if (failing && names.includes("rules-chunk")) {
      failing = false;
      return Promise.reject(new Error("the store does not answer"));
    }
    return Promise.resolve();
  };
  await withTwo(onGet, async (one) => {
    await one.add("first.example");
    failing = true;
    await one.add("second.example").catch(() => {});
    assert.deepEqual(await one.values(), ["first.example", "second.example"]);
  });
});

Deno.test("concurrent callers share one read", async () => {
  let reads = 0;
  const onGet = (names: string[]) => {
    if (names.includes("rules-chunk")) reads++;
    return Promise.resolve();
  };
  await withTwo(onGet, async (one, two) => {
    await two.add("first.example");
    await Promise.all(Array.from({ length: 50 }, () => one.book.ready("acc")));
    assert.equal(reads, 1);
  });
});

Deno.test("the accounts that asked last stay in memory; another's rules are read before it is answered", async () => {
  const reads: string[] = [];
  const onGet = (names: string[]) => {
    if (names.includes("rules-chunk")) reads.push("read");
    return Promise.resolve();
  };
  // Room for three accounts of four rules: an account counts as six rules more.
  await withTwo(onGet, async (one, two) => {
    const accounts = ["a", "b", "c", "d", "e"];
    for (const account of accounts) {
      for (let index = 0; index < 4; index++) await two.add(`${index}.${account}.example`, account);
    }
    for (const account of accounts) {
      assert.equal(await one.decides(`3.${account}.example`, account), `3.${account}.example`);
    }
    assert.deepEqual(accounts.filter((account) => one.book.isReady(account)), ["c", "d", "e"]);

    await two.add("late.a.example", "a");
    await one.changes.refresh();
    reads.length = 0;
    assert.equal(await one.decides("late.a.example", "a"), "late.a.example");
    assert.equal(reads.length, 1);
    assert.equal(await one.decides("x.late.a.example", "a"), "late.a.example");
    assert.equal(reads.length, 1, "it is in memory again");
    assert.deepEqual(accounts.filter((account) => one.book.isReady(account)), ["a", "d", "e"]);
  }, 31);
});

Deno.test("rules that left the memory since they were ready are never taken for no rules", async () => {
  await withTwo(() => Promise.resolve(), async (one, two) => {
    for (const account of ["a", "b"]) await two.add("bad.example", account);
    await one.book.ready("a");
    await one.book.ready("b");
    assert.equal(one.book.match("b", { domain: "bad.example" }, NOW)?.value, "bad.example");
    assert.throws(() => one.book.match("a", { domain: "bad.example" }, NOW), { code: "unavailable" });
  }, 10);
});

Deno.test("an account with more rules than all may have is answered from all of them", async () => {
  await withTwo(() => Promise.resolve(), async (one, two) => {
    for (let index = 0; index < 12; index++) await two.add(`${index}.example`, "a");
    assert.equal(await one.decides("0.example", "a"), "0.example");
    assert.equal(await one.decides("11.example", "a"), "11.example");
    assert.equal((await one.book.list("a", NOW)).length, 12);
  }, 10);
});
