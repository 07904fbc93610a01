/** Account endpoints: a stored decision, the month's usage. */
import { z } from "@hono/zod-openapi";
import { invalidField } from "../../model/error.ts";
import { storedScore as readStoredScore } from "../../service/score/stored_score.ts";
import { putNote } from "../../service/cases/note.ts";
import { usageOf } from "../../service/access/quota.ts";
import { processingTime } from "../../service/context.ts";
import { appealBody } from "../appeals/address.ts";
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, withRequestId } from "../endpoint.ts";
import { requestId } from "../common_schema.ts";
import { noteBody, noteResult, storedScoreResult, usageResult } from "./schema.ts";

const ACCOUNT = { family: "account", tag: "Account", free: true } as const;

const storedScore = endpoint({
  method: "get",
  path: "/v1/score/{request_id}",
  action: "scores.read",
  ...ACCOUNT,
  summary: "Get a past decision",
  description:
    "Every finding with its points, what was unknown and why, and your label. Kept for 180 days. Identifiers are masked. Free.",
  params: z.object({ request_id: requestId }),
  response: storedScoreResult,
  exampleParts: {
    risk_score: 78,
    verdict: "block",
    components: [{
      kind: "email",
      risk_score: 78,
      verdict: "block",
      findings: [{ name: "disposable", group: "disposable", points: 78, text: "disposable e-mail domain" }],
      trust: [],
    }],
    components_invalid: [],
    linkage: { ring: {} },
    links: { risk_score: 0, findings: [] },
    actor: {},
    label: {},
  },
  handler: async (request) => {
    const { c, services, caller, started } = request;
    const { body, appeal, challenge } = await readStoredScore(
      services,
      caller,
      c.req.param("request_id") ?? "",
    );
    return {
      ...body,
      ...(challenge === null ? {} : { challenge }),
      ...(appeal === null ? {} : { appeal: appealBody(request, appeal) }),
      processing_time_sec: processingTime(started),
    };
  },
});

const note = endpoint({
  method: "put",
  path: "/v1/score/{request_id}/note",
  action: "notes.write",
  ...ACCOUNT,
  tag: "Cases",
  summary: "Write a note on a past decision",
  description:
    "Added to `notes` of the score, with who wrote it and when; `note` is the newest. An empty one takes back what you wrote. Kept as long as the score, which it does not change.",
  params: z.object({ request_id: requestId }),
  body: { schema: noteBody, limit: BODY_LIMIT, example: { note: "same screenshots as last week's ring" } },
  response: noteResult,
  handler: async ({ c, services, caller, body, started }) => ({
    ...await putNote(
      services,
      caller,
      c.req.param("request_id") ?? "",
      body.note,
      (why) => invalidField("/note", why),
    ),
    processing_time_sec: processingTime(started),
  }),
});

const usage = endpoint({
  method: "get",
  path: "/v1/usage",
  action: "usage.read",
  ...ACCOUNT,
  summary: "Get this month's usage",
  description: "Lookups of the calendar month (UTC), and what the key of this request may do. Free.",
  response: usageResult,
  handler: async (request) => withRequestId(request, await usageOf(request.services, request.caller)),
});

export const accountEndpoints: readonly Endpoint[] = [storedScore, note, usage];
