/** Sums that nodes know of each other, whatever happens to what they tell. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { addSums, StreamView } from "../../../../src/db/cluster/stream_view.ts";
import { type Key, keyText, type LeastAndSum } from "../../../../src/db/engine.ts";
import type { Delta } from "../../../../src/db/cluster/stream_entry.ts";

const RUNS = ["a", "b", "c"] as const;
const KEYS: readonly Key[] = ["x", "y", "z"].map((name) => ["sighting", "ip", name]);

/** The store as PostgreSQL has it: sums, and the entries of streams with their heads, changed together. */
class Store {
  readonly sums = new Map<string, LeastAndSum>();
  readonly entries = new Map<string, Delta[][]>(RUNS.map((run) => [run, []]));

  add(run: string, deltas: readonly Delta[]): void {
    for (const { key, value } of deltas) {
      const text = keyText(key);
      const before = this.sums.get(text);
      const added = value as unknown as LeastAndSum;
      this.sums.set(text, before === undefined ? added : addSums(before, [added]));
    }
    this.entries.get(run)!.push([...deltas]);
  }

  get heads(): Map<string, number> {
    return new Map(Array.from(this.entries, ([run, entries]) => [run, entries.length]));
  }
}

/** What a process does with its view, without a database. */
class Node {
  readonly #store: Store;
  readonly #cells = new Map<string, LeastAndSum | null>();
  readonly view: StreamView;
  readonly #reads: (() => void)[] = [];

  /** @param known streams that it follows from their beginning */
  constructor(store: Store, known: readonly string[]) {
    this.#store = store;
    this.view = new StreamView((delta, text, isIncluded) => {
      const known = this.#cells.get(text);
      if (known === undefined || isIncluded) return;
      const added = delta.value as unknown as LeastAndSum;
      this.#cells.set(text, known === null ? added : addSums(known, [added]));
    }, () => true);
    for (const run of known) this.view.begin(run, 0);
  }

  /** A stream is found that was not known: what it told may be in what was read before, or not. */
  meet(run: string): void {
    if (this.view.positionOf(run) !== undefined) return;
    const entries = this.#store.entries.get(run)!;
    this.view.begin(run, entries.length);
    for (const { key } of entries.flat()) this.#cells.delete(keyText(key));
  }

  /** Entries come from somewhere: any of them, in any order, some twice. */
  hear(run: string, number: number): void {
    const deltas = this.#store.entries.get(run)![number - 1];
    if (deltas !== undefined) this.view.arrive(run, number, deltas);
  }

  /** Reads begin, see the store at some time, and end later. */
  begin(key: Key): void {
    const mark = this.view.beginRead();
    let seen: { value: LeastAndSum | null; heads: Map<string, number> } | null = null;
    const see = () => {
      const heads = new Map([...this.#store.heads].filter(([run]) => mark.streams.includes(run)));
      seen = { value: this.#store.sums.get(keyText(key)) ?? null, heads };
    };
    const end = () => {
      const { value, heads } = seen!;
      const complete = this.view.endRead(mark, heads);
      if (complete === null) return;
      const [first, ...others] = complete(keyText(key));
      const text = keyText(key);
      if (value !== null) {
        this.#cells.set(text, first === undefined ? value : addSums(value, [first, ...others]));
      } else this.#cells.set(text, first === undefined ? null : addSums(first, others));
    };
    this.#reads.push(see, end);
  }

  step(): void {
    this.#reads.shift()?.();
  }

  /** Entries were lost: what is known is forgotten, reads that are under way too. */
  restart(): void {
    this.#cells.clear();
    for (const [run, head] of this.#store.heads) this.view.begin(run, head);
    this.view.reset();
  }

  /** A gap that never closes is found by comparing with the heads. */
  get isBehind(): boolean {
    return [...this.#store.heads].some(([run, head]) => (this.view.positionOf(run) ?? 0) < head);
  }

  finish(): void {
    while (this.#reads.length > 0) this.step();
  }

  get(key: Key): LeastAndSum | null | undefined {
    return this.#cells.get(keyText(key));
  }
}

const run = fc.constantFrom(...RUNS);
const key = fc.constantFrom(...KEYS);
const node = fc.nat(2);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("add"), run, key, by: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("hear"), node, run, number: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("hear next"), node, run }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("begin"), node, key }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("step"), node }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("meet"), node, run }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart"), node }) },
);

Deno.test("every node ends at the same sums, whatever arrives late, twice, never or in another order", () => {
  fc.assert(
    fc.property(fc.array(step as fc.Arbitrary<Step>, { maxLength: 120 }), (steps) => {
      const store = new Store();
      const nodes = [new Node(store, RUNS), new Node(store, RUNS), new Node(store, ["a"])];
      let at = 1000;
      for (const step of steps) {
        if (step.kind === "add") store.add(step.run, [{ key: step.key, value: [--at, step.by] }]);
        else {
          const node = nodes[step.node]!;
          if (step.kind === "hear") node.hear(step.run, step.number);
          else if (step.kind === "hear next") node.hear(step.run, (node.view.positionOf(step.run) ?? 0) + 1);
          else if (step.kind === "meet") node.meet(step.run);
          else if (step.kind === "begin") node.begin(step.key);
          else if (step.kind === "step") node.step();
          else node.restart();
        }
      }
      for (const [index, node] of nodes.entries()) {
        if (index === 0 && node.isBehind) node.restart();
        // Some reads end before the last entries arrive, some after.
        if (index === 1) node.finish();
        for (const run of RUNS) node.meet(run);
        for (const [run, head] of store.heads) {
          for (let number = 1; number <= head; number++) node.hear(run, number);
        }
        node.finish();
        for (const key of KEYS) {
          const known = node.get(key);
          if (known !== undefined) {
            assert.deepEqual(known, store.sums.get(keyText(key)) ?? null, `node ${index}`);
          }
          node.begin(key);
          node.finish();
          assert.deepEqual(node.get(key), store.sums.get(keyText(key)) ?? null, `node ${index}, read again`);
        }
      }
    }),
    { numRuns: 3000 },
  );
});

type Step =
  | { readonly kind: "add"; readonly run: string; readonly key: Key; readonly by: number }
  | { readonly kind: "hear"; readonly node: number; readonly run: string; readonly number: number }
  | { readonly kind: "hear next" | "meet"; readonly node: number; readonly run: string }
  | { readonly kind: "begin"; readonly node: number; readonly key: Key }
  | { readonly kind: "step" | "restart"; readonly node: number };
