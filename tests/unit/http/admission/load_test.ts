import assert from "node:assert/strict";
import { Load, type Share } from "../../../../src/http/admission/load.ts";
import { AppError } from "../../../../src/model/error.ts";

const MOST = 16;
/** Of one account. */
const OWN = MOST / 4;
const LONG = { waitMs: 60_000, accountWaitMs: 60_000 };
const SHORT = { waitMs: 1, accountWaitMs: 1 };
const MEBIBYTE = 1024 * 1024;

function fill(load: Load, count: number): Share[] {
  return Array.from({ length: count }, () => load.admit()!);
}

const is = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;
const isOverloaded = is("overloaded");
const isLimited = is("rate_limited");

Deno.test("requests are admitted up to the limit, and again when others end", () => {
  const load = new Load(MOST, LONG);
  const shares = fill(load, MOST);
  assert.equal(load.inProgress, MOST);
  assert.equal(load.admit(), null);
  shares[0]!.end();
  shares[0]!.end();
  assert.equal(load.inProgress, MOST - 1);
  assert.notEqual(load.admit(), null);
  assert.equal(load.shed, 0);
});

Deno.test("who waits is admitted in the order of arrival, and nobody overtakes", async () => {
  const load = new Load(MOST, LONG);
  const shares = fill(load, MOST);
  const order: string[] = [];
  const waiting = [["heavy", 5], ["first", 1], ["second", 1]].map(async ([name, units]) => {
    await load.take(Number(units));
    order.push(String(name));
  });
  for (const share of shares.slice(0, 4)) share.end();
  assert.equal(load.admit(), null, "the heavy one is first");
  for (const share of shares.slice(4)) share.end();
  await Promise.all(waiting);
  load.give(7);
  assert.deepEqual(order, ["heavy", "first", "second"]);
  assert.deepEqual([load.inProgress, load.shed], [0, 0]);
  load.stop();
});

Deno.test("who waits too long is refused and counted, and takes nothing", async () => {
  const load = new Load(MOST, SHORT);
  const shares = fill(load, MOST);
  assert.deepEqual(await Promise.all([load.wait(), load.wait()]), [null, null]);
  await assert.rejects(load.take(1), isOverloaded);
  assert.equal(load.shed, 3);
  for (const share of shares) share.end();
  assert.equal(load.inProgress, 0);
  load.stop();
});

Deno.test("the queue has an end", async () => {
  const load = new Load(1, LONG);
  const [share] = fill(load, 1);
  const waiting = Array.from({ length: 4 }, () => load.wait());
  assert.equal(await load.wait(), null);
  assert.equal(load.shed, 1);
  share!.end();
  for (const admitted of waiting) (await admitted)!.end();
  assert.equal(load.inProgress, 0);
  load.stop();
});

Deno.test("one account has a quarter of the places; its others wait without one, in their order", async () => {
  const load = new Load(MOST, LONG);
  const shares = fill(load, MOST);
  const order: number[] = [];
  const claims = shares.slice(0, 8).map(async (share, at) => {
    await share.claim("a");
    order.push(at);
  });
  await Promise.all(claims.slice(0, OWN));
  assert.equal(load.inProgress, MOST - (8 - OWN), "who waits has given its place back");
  await shares.at(-1)!.claim("b");
  shares[0]!.end();
  shares[1]!.end();
  await Promise.all(claims.slice(OWN, OWN + 2));
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5]);
  for (const share of shares.slice(2, 6)) share.end();
  await Promise.all(claims);
  for (const share of shares) share.end();
  assert.equal(load.inProgress, 0);
  load.stop();
});

Deno.test("two requests with a weight of one account are in progress at a time; the weight counts at most for its places", async () => {
  const load = new Load(400, LONG);
  const shares = fill(load, 6);
  const [first, second, third, other, light] = shares;
  await first!.claim("a", 32);
  await second!.claim("a", 32);
  let third_ = false;
  const waiting = Promise.resolve(third!.claim("a", 32)).then(() => third_ = true);
  await other!.claim("b", 1000);
  assert.equal(load.inProgress, 32 + 32 + 100 + 2);
  await light!.claim("a");
  assert.equal(third_, false);
  first!.end();
  await waiting;
  assert.equal(load.inProgress, 32 + 32 + 100 + 2);
  for (const share of shares) share.end();
  assert.equal(load.inProgress, 0);
  load.stop();
});

Deno.test("who waits too long for its account is refused, and has nothing", async () => {
  const load = new Load(MOST, { waitMs: 60_000, accountWaitMs: 1 });
  const shares = fill(load, OWN + 1);
  for (const share of shares.slice(1)) await share.claim("a");
  await assert.rejects(Promise.resolve(shares[0]!.claim("a")), isLimited);
  assert.equal(load.shed, 0);
  for (const share of shares) share.end();
  assert.equal(load.inProgress, 0);
  load.stop();
});

Deno.test("a weight that finds no places gives its account's back", async () => {
  const load = new Load(MOST, { waitMs: 1, accountWaitMs: 60_000 });
  const [heavy, ...others] = fill(load, MOST);
  await assert.rejects(Promise.resolve(heavy!.claim("a", OWN)), isOverloaded);
  assert.equal(load.inProgress, MOST);
  heavy!.end();
  for (const share of others) share.end();
  const again = fill(load, OWN);
  for (const share of again) await share.claim("a");
  for (const share of again) share.end();
  assert.equal(load.inProgress, 0);
  load.stop();
});

Deno.test("a paused request counts for nothing, and returns to its place or is refused", async () => {
  const load = new Load(MOST, SHORT);
  const [slow, ...others] = fill(load, MOST);
  await slow!.claim("a");
  slow!.pause();
  slow!.pause();
  assert.equal(load.inProgress, MOST - 1);
  const next = load.admit()!;
  await assert.rejects(slow!.resume(), isOverloaded);
  next.end();
  for (const share of others.slice(0, OWN)) await share.claim("a");
  await assert.rejects(slow!.resume(), isLimited);
  others[0]!.end();
  await slow!.resume();
  assert.equal(load.inProgress, MOST - 1);
  for (const share of [slow!, ...others]) share.end();
  assert.equal(load.inProgress, 0);
  load.stop();
});

Deno.test("a request that ends while it is paused gives its place back once", () => {
  const load = new Load(MOST, LONG);
  const [slow] = fill(load, 2);
  slow!.pause();
  slow!.end();
  assert.equal(load.inProgress, 1);
});

Deno.test("bytes of bodies are held until the response: 64 MiB, a quarter of them by one account", async () => {
  const load = new Load(MOST, LONG);
  const shares = fill(load, 6);
  for (const [at, share] of shares.slice(0, 4).entries()) {
    await share.claim(`account ${at}`);
    for (let i = 0; i < 16; i++) share.addBytes(MEBIBYTE);
    assert.throws(() => share.addBytes(1), isLimited);
  }
  await shares[4]!.claim("account 0");
  assert.throws(() => shares[4]!.addBytes(1), isLimited);
  assert.equal(load.shed, 0);
  assert.throws(() => shares[5]!.addBytes(1), isOverloaded);
  assert.equal(load.shed, 1);
  shares[0]!.end();
  shares[4]!.addBytes(MEBIBYTE);
  for (const share of shares) share.end();
  assert.equal(load.inProgress, 0);
});

Deno.test("a response that is a stream counts until its end, whoever ends it", async () => {
  async function* lines() {
    for (const line of ["a", "b"]) yield new TextEncoder().encode(line);
  }
  async function* broken() {
    yield new Uint8Array(1);
    throw new Error("broken");
  }
  const load = new Load(MOST, LONG);
  const begun = (source: AsyncGenerator<Uint8Array>) => {
    const share = load.admit()!;
    const stream = share.stream(source);
    share.end();
    assert.equal(load.inProgress, 1, "its headers have gone");
    return stream;
  };
  assert.equal(await new Response(begun(lines())).text(), "ab");
  assert.equal(load.inProgress, 0);
  await begun(lines()).cancel();
  assert.equal(load.inProgress, 0);
  await assert.rejects(new Response(begun(broken())).text(), /broken/);
  assert.equal(load.inProgress, 0);
});

Deno.test("what is exempt counts for nothing", async () => {
  const load = new Load(MOST, LONG);
  const share = load.exempt();
  await share.claim("a", 32);
  share.pause();
  share.end();
  assert.equal(load.inProgress, 0);
});
