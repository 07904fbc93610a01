/** Labels on a ring, killed before its other sign-ups were considered again: each change of a verdict is told once. */
import assert from "node:assert/strict";
import { RING_DEVICE } from "../app/ring.ts";
import { eventually } from "../eventually.ts";
import { Receiver } from "../servers/webhook_receiver.ts";
import { askWith, type MakeWorkload } from "./rounds.ts";

const SIGNUPS = 7;
const LABELLED = 3;
/** A process that is killed during a recheck has its lane for the length of a lease. */
const PATIENCE_MS = 60_000;

/** A label is considered after two seconds, and the last round ends before that. Needs the settings `SENDING`. */
export const rechecks: MakeWorkload = async (server, key) => {
  const receiver = new Receiver();
  await askWith(server, key, "/v1/webhooks", { url: receiver.url(), events: ["verdict.changed"] });
  const ids: string[] = [];
  for (let index = 0; index < SIGNUPS; index++) {
    const signup = {
      ip: `73.15.20.${10 + index}`,
      email: `${String.fromCharCode(97 + index)}.someone@gmail.com`,
      device_id: RING_DEVICE,
    };
    ids.push((await askWith(server, key, "/v1/score/user", signup)).request_id);
  }
  let [isLastRound, labelled] = [false, 0];
  return {
    load: async (to, _round, isLast) => {
      isLastRound = isLast;
      if (!isLast) return;
      for (const request_id of ids.slice(0, LABELLED)) {
        await askWith(to, key, "/v1/outcome", { request_id, outcome: "fraud" });
        labelled++;
      }
    },
    enough: () => !isLastRound || labelled === LABELLED,
    check: () => Promise.resolve(),
    finish: async () => {
      assert.equal(labelled, LABELLED);
      // What was sent before and after a restart is one message.
      const messages = () => new Map(receiver.received.map(({ id, event }) => [id, event])).values();
      const told = () =>
        [...messages()].flatMap(({ data }): { request_id: string; verdict: string }[] => data.signups);
      const known = () => new Set(told().map(({ request_id }) => request_id));
      await eventually(
        () => known().size === SIGNUPS - LABELLED,
        "every changed verdict is told",
        PATIENCE_MS,
      );
      assert.deepEqual([...known()].sort(), ids.slice(LABELLED).sort());
      const verdicts = told().map(({ request_id, verdict }) => `${request_id} ${verdict}`);
      assert.equal(new Set(verdicts).size, verdicts.length, "no verdict is told twice");
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
};
