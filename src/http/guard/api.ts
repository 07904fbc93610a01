/** `/v1/guard`: whether a message may be sent, before it costs money. */
import { type GuardSettings, limitsOf } from "../../model/guard/limits.ts";
import { SEND_RULES } from "../../model/guard/judge.ts";
import type { SendAnswer } from "../../service/guard/guard.ts";
import { type ReadSend, readSend } from "../../service/guard/read_send.ts";
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, withRequestId } from "../endpoint.ts";
import { outcomeBody, outcomeResult, sendBody, sendResult, settingsBody, settingsResult } from "./schema.ts";

const GUARD = { tag: "Guard", free: true } as const;

const send = endpoint({
  ...GUARD,
  method: "post",
  path: "/v1/guard/send",
  family: "scoring",
  action: "guard.ask",
  summary: "Ask whether a message may be sent",
  description:
    "Ask before an SMS, a call or a mail with a code: robots ask for codes to numbers whose operator shares the money, or flood a mailbox. " +
    "Counted by recipient, block of numbers, carrier, country, address, device and user. Answers from memory. If you get no answer, send. Free.",
  body: {
    schema: sendBody,
    limit: BODY_LIMIT,
    example: { channel: "sms", to: "+442079460123", purpose: "signup", ip: "203.0.113.7", cost: 0.05 },
  },
  response: sendResult,
  handler: async (request) => {
    const { services, caller, body, started } = request;
    const reading = readSend(services, caller, body, started);
    const answer = await services.guard.send(caller, reading);
    return withRequestId(request, answerOf(answer, await reading, services.now()));
  },
});

const outcome = endpoint({
  ...GUARD,
  method: "post",
  path: "/v1/guard/outcome",
  family: "scoring",
  action: "guard.ask",
  summary: "Tell what became of a message",
  description:
    "That the code was entered (`verified`), or why not. Without it a send counts as failed after 15 minutes. Free.",
  body: {
    schema: outcomeBody,
    limit: BODY_LIMIT,
    example: { send_id: "snd_0mfz3k1a0a1b2c3d4e5f6g7h8", status: "verified" },
  },
  errors: ["not_found", "unavailable"],
  response: outcomeResult,
  handler: async (request) => {
    const { services, caller, body } = request;
    await services.guard.outcome(caller, body.send_id, body.status);
    return withRequestId(request, body);
  },
});

const SETTINGS = { ...GUARD, family: "account", path: "/v1/guard/settings" } as const;

const readSettings = endpoint({
  ...SETTINGS,
  method: "get",
  action: "guard.read",
  summary: "Get what you allow of your sends",
  description: "Permitted countries, budgets, and all limits as they are in force. Free.",
  response: settingsResult,
  handler: async (request) =>
    withRequestId(request, settingsBodyOf(await request.services.guard.settings(request.caller))),
});

const changeSettings = endpoint({
  ...SETTINGS,
  method: "put",
  action: "guard.write",
  summary: "Change what you allow of your sends",
  description: "What is not sent stays as it is; null goes back to the default. Free.",
  body: {
    schema: settingsBody,
    limit: BODY_LIMIT,
    example: { permitted_countries: ["DE", "FR"], budgets: { DE: 20 } },
  },
  errors: ["unavailable", "test_key_refused"],
  response: settingsResult,
  handler: async (request) => {
    const { services, caller, body } = request;
    return withRequestId(request, settingsBodyOf(await services.guard.changeSettings(caller, body)));
  },
});

export const guardEndpoints: readonly Endpoint[] = [send, outcome, readSettings, changeSettings];

/** The body of an answer about a send. */
function answerOf({ judgement, sendId, prefix }: SendAnswer, read: ReadSend, now: number) {
  const { decision, findings, until, score } = judgement;
  const { keys, channel, lineType, facts } = read;
  return {
    decision,
    retry_after: until === null ? null : Math.max(1, Math.ceil((until - now) / 1000)),
    score,
    reasons: findings.map(({ rule }) => SEND_RULES[rule].text),
    rules: findings.map(({ rule }) => rule),
    send_id: sendId,
    to: { country: keys.country, line_type: lineType, carrier: keys.carrier },
    prefix: {
      sent: prefix.sent,
      verified: prefix.verified,
      conversion: prefix.sent === 0 ? null : Number((prefix.verified / prefix.sent).toFixed(4)),
    },
    suggest:
      channel !== "email" && (decision !== "allow" || facts.signup === "review" || facts.address === "review")
        ? "email" as const
        : null,
  };
}

function settingsBodyOf(settings: GuardSettings) {
  const { permittedCountries, budgets } = settings;
  return {
    permitted_countries: permittedCountries === null ? null : [...permittedCountries],
    budgets: { ...budgets },
    limits: limitsOf(settings),
  };
}
