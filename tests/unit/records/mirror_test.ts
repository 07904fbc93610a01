/** A mirror against every order in which writes and reads of a value can meet. */
import assert from "node:assert/strict";
import { ChangeLog } from "../../../src/db/cluster/change_log.ts";
import { Writer } from "../../../src/db/commit/writer.ts";
import type { Batch, Engine, Entry, Key } from "../../../src/db/engine.ts";
import { keyspace } from "../../../src/db/keyspace.ts";
import { text } from "../../../src/db/shape.ts";
import { commitMirrored, Mirror } from "../../../src/records/mirror.ts";

const ROW = keyspace({ prefix: "mirrored", key: ["id"], value: text, announced: true });
const KEY = ROW.key("id");

/** A read of the engine in two steps: the store is read, then its answer arrives. */
interface GatedRead {
  read(): void;
  arrive(): void;
}

/** One value, whose reads and commits go on when the test says so. */
class GatedEngine implements Engine {
  /** All values that were stored, in order: the last one is what the store has. */
  readonly history: string[] = [];
  readonly reads: GatedRead[] = [];
  commitOwn: (() => void) | null = null;
  learn: (() => void) | null = null;

  async get(keys: readonly Key[]): Promise<(Entry | null)[]> {
    return await Promise.all(keys.map((key) => key[0] === KEY[0] ? this.#read() : null));
  }

  async *scan(prefix: Key): AsyncIterable<Entry> {
    if (prefix[0] !== KEY[0]) return;
    const entry = await this.#read();
    if (entry !== null) yield entry;
  }

  commit({ set = [] }: Batch): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const value = set.find(({ key }) => key[0] === KEY[0])!.value as string;
    this.commitOwn = () => this.history.push(value);
    this.learn = () => resolve(String(this.history.length));
    return promise;
  }

  async close(): Promise<void> {}

  #read(): Promise<Entry | null> {
    const { promise, resolve } = Promise.withResolvers<Entry | null>();
    let found: Entry | null = null;
    this.reads.push({
      read: () => {
        const value = this.history.at(-1);
        found = value === undefined ? null : { key: KEY, value, version: String(this.history.length) };
      },
      arrive: () => resolve(found),
    });
    return promise;
  }
}

/** Lets all promises go on that can. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 25; turn++) await null;
}

/** All orders of the steps of several actors, each of whose steps are in order. */
function* interleavings(steps: readonly number[]): IterableIterator<number[]> {
  if (steps.every((left) => left === 0)) yield [];
  for (const [actor, left] of steps.entries()) {
    if (left === 0) continue;
    const rest = steps.with(actor, left - 1);
    for (const order of interleavings(rest)) yield [actor, ...order];
  }
}

class Meeting {
  readonly engine = new GatedEngine();
  readonly done: Promise<unknown>[] = [];
  readonly mirror: Mirror<string>;
  readonly #writer: Writer;
  #follow: (scope: Key | null) => void | Promise<void> = () => {};

  constructor() {
    const changes = new ChangeLog(this.engine, () => 0);
    this.#writer = new Writer({ engine: this.engine, changes, now: () => 0 });
    this.mirror = new Mirror({
      engine: this.engine,
      writer: this.#writer,
      changes: { follow: (_topic, follower) => this.#follow = follower },
      row: ROW,
    });
  }

  /** Which of the stored values memory has. */
  get position(): number {
    return this.engine.history.indexOf(this.mirror.get("id") ?? "");
  }

  /** This process writes. */
  async own() {
    this.#expect(commitMirrored(this.#writer, [this.mirror.put("id", "own")]), "own");
    await settle();
    return [() => this.engine.commitOwn!(), ...this.#reading(() => this.engine.learn!())];
  }

  /** Another process writes, and this one notices: the value, or that it must read all (`lost`: the store lost writes). */
  other(value: "other" | "lost") {
    const { history } = this.engine;
    const scope = value === "lost" ? null : ["id"];
    const notice = () => this.#expect(Promise.resolve(this.#follow(scope)), value);
    return [() => history.push(value), ...this.#reading(notice)];
  }

  /** What begins a read, and the steps of that. */
  #reading(begin: () => void) {
    let read: GatedRead;
    const begun = async () => {
      begin();
      await settle();
      read = this.engine.reads.at(-1)!;
    };
    return [begun, () => read.read(), () => read.arrive()];
  }

  /** When it is done, memory has the value or a newer one. */
  #expect(done: Promise<unknown>, value: string): void {
    const check = () =>
      assert.ok(this.position >= this.engine.history.indexOf(value), `${value} is in memory`);
    this.done.push(done.then(check));
  }
}

Deno.test("in whatever order a write, another process's write and a loss meet their reads, memory ends as the store", async () => {
  let orders = 0;
  for (const order of interleavings([4, 4, 4])) {
    const meeting = new Meeting();
    const actors = [await meeting.own(), meeting.other("other"), meeting.other("lost")];
    let newest = meeting.position;
    for (const actor of order) {
      await actors[actor]!.shift()!();
      await settle();
      assert.ok(meeting.position >= newest, `${order}: memory goes back`);
      newest = meeting.position;
    }
    await Promise.all(meeting.done);
    assert.equal(meeting.mirror.get("id"), meeting.engine.history.at(-1), `${order}`);
    orders++;
  }
  assert.equal(orders, 34_650);
});

Deno.test("a write is in force although it cannot be read again", async () => {
  const meeting = new Meeting();
  const { engine, mirror } = meeting;
  engine.get = () => Promise.reject(new Error("the store does not answer"));
  const [commit] = await meeting.own();
  await commit!();
  engine.learn!();
  await Promise.all(meeting.done);
  assert.equal(mirror.get("id"), "own");
  await assert.rejects(mirror.reload("id"), /does not answer/);
  assert.equal(mirror.get("id"), "own");
});
