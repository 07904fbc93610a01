/** `/v1/privacy`: what is stored about a person, as JSON, or erased. */
import { exportPerson } from "../../service/privacy/export_person.ts";
import { receiptBody } from "../../service/privacy/receipt_body.ts";
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, HEAVY, withRequestId } from "../endpoint.ts";
import { exportResult } from "./export_schema.ts";
import { erasureParams, erasureResult, personRequest } from "./schema.ts";

const PRIVACY = { family: "account", tag: "Privacy", free: true } as const;
const WHO =
  "Give one of `user_id`, `email`, `phone` and `request_id`: the scores that name it, those of the same user, and those of " +
  "the user's e-mail addresses and phone numbers that nobody else of your account has. A live key finds scores of test " +
  "keys too, a test key those alone.";

const exported = endpoint({
  ...PRIVACY,
  action: "privacy.export",
  method: "post",
  path: "/v1/privacy/export",
  weight: HEAVY,
  summary: "Export a person's data",
  description: `Everything that your account stores about a person (GDPR, article 15). ${WHO} Free.`,
  body: { schema: personRequest, limit: BODY_LIMIT, example: { user_id: "u-1042" } },
  errors: ["not_found"],
  response: exportResult,
  handler: async (request) =>
    withRequestId(request, await exportPerson(request.services, request.caller, request.body)),
});

const erased = endpoint({
  ...PRIVACY,
  action: "privacy.erase",
  method: "post",
  path: "/v1/privacy/erase",
  weight: HEAVY,
  summary: "Erase a person's data",
  description:
    `Everything that your account stores about a person goes (GDPR, article 17): from the store, from the memory of all ` +
    `nodes, and from the files of the data folder, which are overwritten. ${WHO} It cannot be undone. A value with more than 100,000 scores is no ` +
    "person's, and nothing of it is erased (409). The answer comes when it " +
    "is done, or after 20 seconds: then it goes on, also over a restart, and `GET /v1/privacy/erasures/{receipt}` tells of it. Free.",
  body: { schema: personRequest, limit: BODY_LIMIT, example: { user_id: "u-1042" } },
  errors: ["not_found", "conflict"],
  response: erasureResult,
  handler: async (request) => {
    const { services, caller, body } = request;
    const erasure = await services.privacy.erase(caller, body);
    return withRequestId(request, receiptBody(services.privacy, erasure, services.now()));
  },
});

const receipt = endpoint({
  ...PRIVACY,
  action: "privacy.erase",
  method: "get",
  path: "/v1/privacy/erasures/{receipt}",
  summary: "Get the state of an erasure",
  description: "What became of it. Free.",
  params: erasureParams,
  errors: ["not_found"],
  response: erasureResult,
  handler: async (request) => {
    const { services, caller, c } = request;
    const erasure = await services.privacy.get(caller, c.req.param("receipt") ?? "");
    return withRequestId(request, receiptBody(services.privacy, erasure, services.now()));
  },
});

export const privacyEndpoints: readonly Endpoint[] = [exported, erased, receipt];
