/** `review.decided` is in the commit of its label: a server that is killed between loses neither. */
import { reviews } from "../../support/kill/reviews.ts";
import { killInRounds } from "../../support/kill/rounds.ts";
import { rounds } from "../../support/rounds.ts";
import { SENDING } from "../../support/servers/webhook_receiver.ts";

Deno.test({
  name: "kill -9 under decisions of reviews: each that is stored is told, and no other",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () => killInRounds({ rounds: rounds(3), workloads: [reviews], env: SENDING }),
});
