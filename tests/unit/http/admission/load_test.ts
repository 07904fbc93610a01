import assert from "node:assert/strict";
import { Load, type Share } from "../../../../src/http/admission/load.ts";
import { AppError } from "../../../../src/model/error.ts";

const MOST = 10;
const LONG_MS = 60_000;

function fill(load: Load, units: number): Share[] {
  return Array.from({ length: units }, () => load.admit(1)!);
}

const isOverloaded = (error: unknown) => error instanceof AppError && error.code === "overloaded";

Deno.test("requests are admitted up to the limit, and again when others end", () => {
  const load = new Load(MOST, LONG_MS);
  const shares = fill(load, MOST);
  assert.equal(load.inProgress, MOST);
  assert.equal(load.admit(1), null);
  shares[0]!.end();
  shares[0]!.end();
  assert.equal(load.inProgress, MOST - 1);
  assert.notEqual(load.admit(1), null);
  assert.equal(load.shed, 0);
});

Deno.test("a request with a weight counts for several; at most for all", () => {
  const rows: [weight: number, admitted: number][] = [[1, 10], [3, 3], [5, 2], [10, 1], [32, 1]];
  for (const [weight, admitted] of rows) {
    const load = new Load(MOST, LONG_MS);
    const shares: Share[] = [];
    for (let share; (share = load.admit(weight)) !== null;) shares.push(share);
    assert.equal(shares.length, admitted, `${weight}`);
    for (const share of shares) share.end();
    assert.equal(load.inProgress, 0);
  }
});

Deno.test("who waits is admitted in the order of arrival, and nobody overtakes", async () => {
  const load = new Load(MOST, LONG_MS);
  const shares = fill(load, MOST);
  const order: string[] = [];
  const waiting = [["heavy", 5], ["first", 1], ["second", 1]].map(async ([name, units]) => {
    const share = await load.wait(Number(units));
    order.push(String(name));
    return share;
  });
  for (const share of shares.slice(0, 4)) share.end();
  assert.equal(load.admit(1), null, "the heavy one is first");
  for (const share of shares.slice(4)) share.end();
  for (const share of await Promise.all(waiting)) share!.end();
  assert.deepEqual(order, ["heavy", "first", "second"]);
  assert.deepEqual([load.inProgress, load.shed], [0, 0]);
  load.stop();
});

Deno.test("who waits too long is refused and counted, and takes nothing", async () => {
  const load = new Load(MOST, 1);
  const shares = fill(load, MOST);
  assert.deepEqual(await Promise.all([load.wait(1), load.wait(1)]), [null, null]);
  await assert.rejects(load.take(1), isOverloaded);
  assert.equal(load.shed, 3);
  for (const share of shares) share.end();
  assert.equal(load.inProgress, 0);
  load.stop();
});

Deno.test("the queue has an end", async () => {
  const load = new Load(1, LONG_MS);
  const [share] = fill(load, 1);
  const waiting = Array.from({ length: 4 }, () => load.wait(1));
  assert.equal(await load.wait(1), null);
  assert.equal(load.shed, 1);
  share!.end();
  for (const admitted of waiting) (await admitted)!.end();
  assert.equal(load.inProgress, 0);
  load.stop();
});

Deno.test("a paused request counts for nothing, and returns to its place or is refused", async () => {
  const load = new Load(MOST, 1);
  const [slow, ...others] = fill(load, MOST);
  slow!.pause();
  slow!.pause();
  assert.equal(load.inProgress, MOST - 1);
  const next = load.admit(1)!;
  await assert.rejects(slow!.resume(), isOverloaded);
  next.end();
  await slow!.resume();
  assert.equal(load.inProgress, MOST);
  for (const share of [slow!, ...others]) share.end();
  assert.equal(load.inProgress, 0);
  load.stop();
});

Deno.test("a request that ends while it is paused gives its place back once", () => {
  const load = new Load(MOST, LONG_MS);
  const [slow] = fill(load, 2);
  slow!.pause();
  slow!.end();
  assert.equal(load.inProgress, 1);
});

Deno.test("bytes of bodies are held until the response, up to 64 MiB", () => {
  const load = new Load(MOST, LONG_MS);
  const mebibyte = 1024 * 1024;
  const [first, second] = fill(load, 2);
  for (let i = 0; i < 64; i++) first!.hold(mebibyte);
  assert.throws(() => second!.hold(1), isOverloaded);
  assert.equal(load.shed, 1);
  first!.end();
  second!.hold(mebibyte);
  second!.end();
  assert.equal(load.inProgress, 0);
});

Deno.test("what is exempt counts for nothing", () => {
  const load = new Load(MOST, LONG_MS);
  const share = load.exempt();
  share.pause();
  share.end();
  assert.equal(load.inProgress, 0);
});
