/** The rules in memory follow the store, also when reading them fails or is overtaken. */
import assert from "node:assert/strict";
import type { Rule } from "../../../src/domain/rule.ts";
import { RuleBook } from "../../../src/service/rule_book.ts";
import { Changes } from "../../../src/store/changes.ts";
import { openDenoKv } from "../../../src/store/deno_kv.ts";
import type { Engine } from "../../../src/store/engine.ts";
import { RuleStore } from "../../../src/store/rules.ts";
import { Writer } from "../../../src/store/writer.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

class Process {
  readonly changes: Changes;
  readonly writer: Writer;
  readonly book: RuleBook;

  constructor(engine: Engine) {
    this.changes = new Changes(engine, () => NOW);
    this.writer = new Writer({
      engine,
      changes: this.changes,
      now: () => NOW,
      random: Math.random,
      member: () => 1,
    });
    this.book = new RuleBook(new RuleStore(engine, this.writer, () => crypto.randomUUID()), this.changes);
  }

  async add(value: string): Promise<void> {
    const rule: Rule = {
      id: value,
      action: "block",
      kind: "domain",
      value,
      created_at: new Date(NOW).toISOString(),
    };
    await this.book.change("acc", () => ({ added: [rule], removed: new Set(), result: null }), NOW);
  }

  async values(): Promise<string[]> {
    return (await this.book.list("acc", NOW)).map((rule) => rule.value);
  }
}

/** A process that calls `onGet` with the names of what it read before it has the answer, and another one, on one store. */
async function withTwo(
  onGet: (names: string[]) => Promise<void>,
  test: (one: Process, two: Process) => Promise<void>,
): Promise<void> {
  const real = await openDenoKv(":memory:");
  const watched: Engine = {
    async get(keys) {
      const entries = await real.get(keys);
      await onGet(keys.map((key) => key[0]!));
      return entries;
    },
    scan: (prefix, options) => real.scan(prefix, options),
    commit: (batch) => real.commit(batch),
    close: () => real.close(),
  };
  const [one, two] = [new Process(watched), new Process(real)];
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

Deno.test("many who ask at once share one read", async () => {
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
