/** `POST /v1/challenges`: a challenge for somebody, of a score or of none. */
import { offerForScore } from "../../service/challenge/offer_for_score.ts";
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, withRequestId } from "../endpoint.ts";
import { challengeBody } from "./address.ts";
import { challengeBodySchema, challengeResult } from "./schema.ts";

const offer = endpoint({
  method: "post",
  path: "/v1/challenges",
  family: "account",
  action: "scores.score",
  tag: "Scoring",
  free: true,
  reads: true,
  summary: "Offer a challenge",
  description:
    "The address of a page for a person of whom nothing is sure. Who passes it has a token, `wct_…`, for `challenge_token` of a " +
    "sign-up or for `/siteverify`: it is good for five minutes, once, for this account, `action` and the person's network. " +
    "The page sends the person back to `?to=`, a URL of `hostname` or of a host of `edge_hosts`, with `challenge_token` in its query. " +
    "It slows a flood down and stops programs without a browser; it does not make fraud too expensive. Nothing is stored until the page is opened. Free.",
  body: {
    schema: challengeBodySchema,
    limit: BODY_LIMIT,
    optional: true,
    example: { action: "signup", hostname: "shop.example.com" },
  },
  errors: ["not_found"],
  response: challengeResult,
  handler: async (request) => {
    const { services, caller, body } = request;
    return withRequestId(request, {
      challenge: challengeBody(request, await offerForScore(services, caller, body)),
    });
  },
});

export const challengeEndpoints: readonly Endpoint[] = [offer];
