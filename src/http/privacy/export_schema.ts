/** The schema of what is stored about a person. */
import { z } from "@hono/zod-openapi";
import { tail, text, timestamp } from "../common_schema.ts";

const loose = z.record(z.string(), z.unknown());

export const exportResult = z.object({
  receipt: text.describe("Names this answer in the audit log").meta({
    example: "exp_0f1e2d3c4b5a69788796a5b4c3d2e1f0",
  }),
  pending: z.boolean().describe("Always false: this is all of it").meta({ example: false }),
  requested_at: timestamp.describe("When it was asked for"),
  person: z.object({
    user_ids: z.array(z.string()).describe("Your own ids of the person").meta({ example: ["u-1042"] }),
    values: z.array(
      z.object({
        kind: z.enum(["email", "phone"]).describe("What the value is").meta({ example: "email" }),
        masked: z.string().describe("As much of it as is stored").meta({ example: "j•••@example.com" }),
        reports: z.int().describe("Your own reports of it").meta({ example: 0 }),
      }),
    ).describe("E-mail addresses and phone numbers that nobody else of your account has"),
    shared_values: z.int().describe("How many values others have too; they are not listed").meta({
      example: 0,
    }),
  }).describe("Whom it was about, as it was found"),
  scores: z.array(loose).describe(
    "As `GET /v1/score/{request_id}` shows each: facts, findings, links, labels with their history, notes. The newest first",
  ).meta({ example: [{ request_id: "req_019a9f3c-2b7e-7000-8000-000000000000" }] }),
  truncated: z.boolean().describe("There are more scores than one answer holds").meta({ example: false }),
  rings: z.array(z.string()).describe("Rings that the sign-ups are in now").meta({ example: [] }),
  rules: z.array(loose).describe("Your rules whose value is the person's").meta({ example: [] }),
  messages: z.array(z.unknown()).describe(
    "Events to your webhooks, and messages of your hooks, that wait or are kept",
  )
    .meta({ example: [] }),
  appeals: z.array(loose).describe("What the person wrote about decisions, and what was answered").meta({
    example: [],
  }),
  agent_decisions: z.array(loose).describe("Decisions about agents that signed the person up").meta({
    example: [],
  }),
  sends: z.array(loose).describe(
    "Messages to the person, or that the person asked for, of the last 16 days: what was decided and what became of them",
  ).meta({ example: [] }),
  logins: z.array(loose).describe("What is remembered of the person's log-ins").meta({ example: [] }),
  ...tail,
}).openapi("PersonExport", { description: "Everything that your account stores about a person" });
