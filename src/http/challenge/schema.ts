/** Schemas of `POST /v1/challenges`. */
import { z } from "@hono/zod-openapi";
import { requestId, tail } from "../common_schema.ts";
import { offeredChallenge } from "./offer_schema.ts";

/** Letters, digits and what names are made of. */
const ACTION = /^[\w./:-]{1,64}$/;
const HOSTNAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?$/;

export const challengeBodySchema = z.object({
  request_id: requestId.optional().describe("Of the score that it is for; absent: of none"),
  action: z.string().regex(ACTION, "must have 1 to 64 letters, digits, _ . / : -").optional().meta({
    example: "signup",
  }).describe("What the person is about to do; the token is refused for anything else"),
  hostname: z.string().max(259).regex(HOSTNAME, "must be a host name in lower case, as shop.example.com")
    .optional()
    .meta({ example: "shop.example.com" }).describe("Of the site: the person can be sent back to it"),
});

export const challengeResult = z.object({ challenge: offeredChallenge.describe("For the person"), ...tail })
  .openapi("ChallengeOffer", {
    description: "A challenge that is offered",
  });
