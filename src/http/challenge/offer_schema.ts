/** Schema of a challenge that is offered. */
import { z } from "@hono/zod-openapi";
import { CHALLENGE_KINDS } from "../../model/challenge/challenge.ts";
import { moment } from "../common_schema.ts";

export const offeredChallenge = z.object({
  id: z.string().meta({ example: "AbQ3kVbXJ1yQm7cVh9fG2Jx0aYw4bN8rT5kLm" }).describe(
    "Of the challenge, encrypted: it is in the address",
  ),
  url: z.url().meta({ example: "https://winnow.example/challenge/AbQ3kVbXJ1yQm7cVh9fG2Jx0aYw4bN8rT5kLm" })
    .describe("The page, for the person"),
  expires_at: moment.describe("RFC 3339: until when it can be passed"),
  kinds: z.array(z.enum(CHALLENGE_KINDS)).describe("The ways to pass it; one is enough"),
});
