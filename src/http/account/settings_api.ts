/** Settings of the caller's account. */
import { changeOwnSettings, settingsOf } from "../../service/access/settings.ts";
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, withRequestId } from "../endpoint.ts";
import { settingsBody, settingsResult } from "./settings_schema.ts";

const SETTINGS = { family: "account", path: "/v1/settings", tag: "Account", free: true } as const;

const readSettings = endpoint({
  method: "get",
  ...SETTINGS,
  scope: "score",
  summary: "Get the settings of your account",
  description:
    "Whether links between sign-ups are part of your scores, and what the minFraud and GeoIP2 endpoints write for what " +
    "is not known. Free.",
  response: settingsResult,
  handler: (request) =>
    Promise.resolve(withRequestId(request, settingsOf(request.caller.account, request.services))),
});

const changeSettings = endpoint({
  method: "put",
  ...SETTINGS,
  scope: "admin",
  summary: "Change the settings of your account",
  description:
    "With `linkage_scoring` `score`, links between sign-ups are part of the score: a second sign-up on a device or " +
    "with a phone number within the hour, membership in a ring, links to sign-ups that you labelled as fraud, bursts. " +
    "With `report`, the default, they are only reported. `compat` is for vendors' clients that cannot read null: " +
    "`balance` `zero` answers 0 for the balances that are not kept, `unknown` `omit` leaves out what is not known. " +
    "What is not sent stays as it is.",
  body: { schema: settingsBody, limit: BODY_LIMIT, example: { linkage_scoring: "score" } },
  errors: ["test_key_refused"],
  response: settingsResult,
  handler: async (request) => {
    const { services, caller, body } = request;
    return withRequestId(request, await changeOwnSettings(services, caller, body));
  },
});

export const settingsEndpoints: readonly Endpoint[] = [readSettings, changeSettings];
