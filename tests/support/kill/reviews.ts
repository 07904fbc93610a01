/** Decisions of reviews: each that was acknowledged, or is stored, is told in the end. */
import assert from "node:assert/strict";
import { Receiver, verifyBoth } from "../servers/webhook_receiver.ts";
import { askWith, type MakeWorkload } from "./rounds.ts";

const AT_LEAST = 3;
/** The killed process had the first event for the length of a lease. */
const PATIENCE_MS = 60_000;

/** Killed while labels are written. Needs the settings `SENDING`. */
export const reviews: MakeWorkload = async (server, key) => {
  const receiver = new Receiver();
  const subscription = { url: receiver.url(), events: ["review.decided"] };
  const { secret } = await askWith(server, key, "/v1/webhooks", subscription);
  /** Asked for, whether it was acknowledged or not. */
  const asked: string[] = [];
  const acknowledged = new Set<string>();
  let inRound = 0;
  return {
    load: async (to, round) => {
      inRound = 0;
      for (let index = 0;; index++) {
        try {
          const { request_id, verdict } = await askWith(to, key, "/v1/score/user", {
            ip: `185.220.${round}.${index % 250}`,
            email: `someone.${round}.${index}@mailinator.com`,
            strictness: "lenient",
          });
          if (verdict !== "review") continue;
          asked.push(request_id);
          const { recorded } = await askWith(to, key, "/v1/outcome", { request_id, outcome: "legit" });
          if (recorded !== 1) continue;
          acknowledged.add(request_id);
          inRound++;
        } catch {
          return; // the server is gone
        }
      }
    },
    enough: () => inRound >= AT_LEAST,
    check: () => Promise.resolve(),
    finish: async (last) => {
      assert.ok(acknowledged.size >= AT_LEAST, `${acknowledged.size} decisions`);
      const decided = new Set(acknowledged);
      for (const id of asked) {
        if ((await askWith(last, key, `/v1/score/${id}`)).label != null) decided.add(id);
      }
      const told = () => new Set(receiver.received.map(({ event }) => event.data.request_id));
      for (const end = Date.now() + PATIENCE_MS; told().size < decided.size && Date.now() < end;) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.deepEqual([...told()].sort(), [...decided].sort(), "no decision is lost, and none is made up");
      for (const message of receiver.received) verifyBoth(secret, message);
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
};
