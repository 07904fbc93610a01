import assert from "node:assert/strict";
import { RefusalPause } from "../../../../src/http/admission/refusal_pause.ts";

const MOST_WAITING = 5;
/** Answers in a second that are given at once. */
const ORDINARY = 20;

/** A pause whose time is set by the test. */
function setPause() {
  const begun: (() => void)[] = [];
  const clock = { now: 1_000 };
  const pause = new RefusalPause({
    pauses: { begin: (late) => void begun.push(late), stop: () => {} },
    now: () => clock.now,
    mostWaiting: MOST_WAITING,
  });
  return { pause, begun, clock };
}

const refusal = () => new Response(null, { status: 429 });

/** How many of so many refusals are answered at once on an open connection. */
function atOnce(pause: RefusalPause, party: string, count: number): number {
  let given = 0;
  for (let i = 0; i < count; i++) {
    const answer = pause.after(refusal(), party);
    if (answer instanceof Response && !answer.headers.has("connection")) given++;
  }
  return given;
}

Deno.test("an ordinary number of refusals is answered at once, each party for itself", () => {
  const { pause } = setPause();
  assert.equal(atOnce(pause, "a", ORDINARY), ORDINARY);
  assert.equal(atOnce(pause, "b", ORDINARY), ORDINARY);
  assert.equal(atOnce(pause, "network 192.0.2.0/24", 1), 1);
  assert.equal(pause.waiting, 0);
});

Deno.test("those beyond it are answered after the pause, in their order", async () => {
  const { pause, begun } = setPause();
  atOnce(pause, "a", ORDINARY);
  const order: number[] = [];
  const answers = [1, 2].map((at) => Promise.resolve(pause.after(refusal(), "a")).then(() => order.push(at)));
  await Promise.resolve();
  assert.deepEqual([pause.waiting, begun.length, order], [2, 2, []]);
  for (const late of begun) late();
  await Promise.all(answers);
  assert.deepEqual([pause.waiting, order], [0, [1, 2]]);
});

Deno.test("answers that are no refusals are neither held back nor counted", () => {
  const { pause } = setPause();
  for (let i = 0; i < 10 * ORDINARY; i++) assert.ok(pause.after(refusal(), null) instanceof Response);
  assert.equal(atOnce(pause, "a", ORDINARY), ORDINARY);
});

Deno.test("a second later an ordinary number is answered at once again, whatever came in between", () => {
  const { pause, begun, clock } = setPause();
  atOnce(pause, "a", ORDINARY + MOST_WAITING);
  for (const late of begun) late();
  clock.now += 100;
  assert.equal(atOnce(pause, "a", ORDINARY), ORDINARY / 10);
  for (const late of begun) late();
  clock.now += 1_000;
  assert.equal(atOnce(pause, "a", ORDINARY), ORDINARY);
});

Deno.test("the answers that wait have a bound: beyond it the connection is closed", async () => {
  const { pause, begun } = setPause();
  atOnce(pause, "a", ORDINARY + MOST_WAITING);
  assert.equal(pause.waiting, MOST_WAITING);
  const closed = pause.after(refusal(), "a");
  assert.ok(closed instanceof Response);
  assert.deepEqual([closed.status, closed.headers.get("connection")], [429, "close"]);
  assert.equal(atOnce(pause, "b", 1), 1, "the first refusal of another is given as ever");
  begun[0]!();
  const held = pause.after(refusal(), "a");
  assert.ok(held instanceof Promise);
  pause.stop();
  assert.equal((await held).status, 429);
  assert.equal(pause.waiting, 0);
});
