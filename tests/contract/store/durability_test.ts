/** What was acknowledged is stored and done once, however the server ends. */
import { hooks } from "../../support/kill/hooks.ts";
import { idempotency } from "../../support/kill/idempotency.ts";
import { rechecks } from "../../support/kill/rechecks.ts";
import { killInRounds } from "../../support/kill/rounds.ts";
import { scores } from "../../support/kill/scores.ts";
import { webhooks } from "../../support/kill/webhooks.ts";
import { rounds } from "../../support/rounds.ts";
import { SENDING } from "../../support/servers/webhook_receiver.ts";

Deno.test({
  name:
    "kill -9 under scores, reports, labels, rules, imports, hooks, webhooks, rechecks and requests with an " +
    "Idempotency-Key: nothing acknowledged is lost or done twice",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () =>
    killInRounds({
      rounds: rounds(5),
      workloads: [scores, hooks, idempotency, webhooks, rechecks],
      env: SENDING,
    }),
});
