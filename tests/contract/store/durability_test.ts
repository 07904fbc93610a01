/** What was acknowledged is stored, however the server ends. */
import { killAgainAndAgain } from "../../support/process/kill_rounds.ts";

Deno.test({
  name: "kill -9 under concurrent scores, reports, labels, rules and imports loses nothing acknowledged",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () => killAgainAndAgain({ rounds: 10 }),
});
