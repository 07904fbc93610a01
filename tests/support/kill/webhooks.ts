/** Events that are sent: each of a score is delivered in the end, in order, under the id of its first attempt. */
import assert from "node:assert/strict";
import { Receiver, verifyBoth } from "../servers/webhook_receiver.ts";
import { askWith, type MakeWorkload } from "./rounds.ts";

const SCORES = 5;
/** The killed process had the first event for the length of a lease. */
const PATIENCE_MS = 60_000;

/** Killed in the last round, between scores and their delivery. Needs the settings `SENDING`. */
export const webhooks: MakeWorkload = async (server, key) => {
  let hangs = true;
  const silent = Promise.withResolvers<Response>();
  const receiver = new Receiver(() => hangs ? silent.promise : new Response(null));
  const subscription = { url: receiver.url(), events: ["signup.scored"] };
  const { secret } = await askWith(server, key, "/v1/webhooks", subscription);
  const scored: string[] = [];
  let isLastRound = false;
  return {
    load: async (to, _round, isLast) => {
      isLastRound = isLast;
      if (!isLast) return;
      for (let index = 0; index < SCORES; index++) {
        scored.push((await askWith(to, key, "/v1/score/user", { ip: `81.2.69.${index + 1}` })).request_id);
      }
    },
    enough: () => !isLastRound || scored.length === SCORES && receiver.received.length >= 1,
    check: () => Promise.resolve(),
    finish: async () => {
      assert.ok(
        scored.length === SCORES && receiver.received.length > 0,
        `${scored.length} scores were made`,
      );
      hangs = false;
      silent.resolve(new Response(null));
      const ids = () => receiver.received.slice(1).map(({ event }) => event.data.request_id);
      for (const end = Date.now() + PATIENCE_MS; ids().length < SCORES && Date.now() < end;) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.deepEqual(ids(), scored, "in their order");
      const [before, again] = receiver.received;
      assert.ok(before!.id === again!.id && before!.raw === again!.raw);
      for (const message of receiver.received) verifyBoth(secret, message);
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
};
