/** Schemas of the score of a sign-up. Null means unknown. */
import { z } from "@hono/zod-openapi";
import { ACTOR_BASES, ACTOR_TYPES } from "../../model/actor.ts";
import { RING_LINKS } from "../../model/linkage/ring.ts";
import { PAGE_TOKEN_STATES } from "../../service/score/page_token.ts";
import { appealLink } from "../appeals/schema.ts";
import { offeredChallenge } from "../challenge/offer_schema.ts";
import { ANSWER_STATES } from "../../service/challenge/signup_answer.ts";
import { agentAction, agentBlock, helpUrl } from "../agents/agent_block.ts";
import {
  componentKind,
  conditionFields,
  count,
  customerReason,
  decidingRule,
  described,
  moment,
  score,
  tail,
  text,
  topSignals,
  verdict,
} from "../common_schema.ts";
import { facts, factsUnknown, factsWhy } from "./facts_schema.ts";
import { deviceResult } from "./signals/device.ts";
import { domainResult } from "./signals/domain.ts";
import { emailResult } from "./signals/email.ts";
import { ipResult } from "./signals/ip.ts";
import { phoneResult } from "./signals/phone.ts";

export const ring = z.object({
  ring_id: z.string().meta({ example: "ring_019a9f3c11d270008a513f2d9c0e4b17" }).describe(
    "The id stays when rings merge: that of the older ring",
  ),
  size: z.int().meta({ description: "Sign-ups, this one included", example: 2 }),
  labelled_fraud: z.int().meta({ description: "How many of them you labelled as fraud", example: 1 }),
  since: moment.describe("RFC 3339: when its oldest member signed up"),
  via: z.array(z.enum(RING_LINKS)).describe("What joins its members"),
}).openapi("Ring", { description: "Sign-ups of the last 30 days that hang together" });

export const linkage = z.object({
  ...described(count, {
    device_email_count: "E-mail addresses seen with this device",
    email_device_count: "Devices seen with this e-mail address",
    email_ip_count: "IP addresses seen with this e-mail address",
    subnet_rate_1h: "Sign-ups of the last hour from the /24 (IPv6: /48) of this address",
    domain_rate_1h: "Sign-ups of the last hour with this domain",
    referral_rate_1h: "Sign-ups of the last hour with this referral; null without one",
  }, {
    email_device_count: 0,
    email_ip_count: 1,
    subnet_rate_1h: 2,
    domain_rate_1h: 2,
    referral_rate_1h: null,
  }),
  ring: ring.nullable().describe(
    "Sign-ups of the last 30 days that hang together; null for one that shares nothing",
  ),
});

export const actor = z.object({
  type: z.enum(ACTOR_TYPES).meta({ example: "unknown" }).describe(
    "Who seems to be acting; there is no type `human`",
  ),
  proven: z.boolean().describe("True only for a verified signature: operator is then proven"),
  basis: z.enum(ACTOR_BASES).meta({ description: "What the type follows from", example: "none" }),
  operator: text.describe("The host that the agent's signature proves, never a claimed name"),
  trigger: text.describe("As the agent's card says"),
  detail: z.string().meta({
    description: "Why; a sentence",
    example:
      "No agent signature and no browser characteristics were sent, so nothing is known about who is acting.",
  }),
});

export const storedAgent = z.object({
  ...agentBlock.shape,
  decision: agentAction,
  matched: z.string().meta({ example: "default:signature_failed" }).describe(
    "What decided: `rule:<index>` or `default:<bucket>`",
  ),
  reason: z.string().meta({
    description: "Why; a sentence, or the reason of your rule",
    example: "created is more than 60 seconds in the future. The signature is invalid.",
  }),
}).openapi("StoredAgent", { description: "The agent of a sign-up and what your policy decided about it" });

export const decidedAgent = z.object({ ...storedAgent.shape, help_url: helpUrl })
  .openapi("DecidedAgent", { description: "The agent of a sign-up and what your policy decides about it" });

export const componentsInvalid = z.array(z.object({
  field: z.string().meta({ description: "As the request names it", example: "ip" }),
  detail: z.string().describe("Why it cannot be read"),
}));

export const signupResult = z.object({
  risk_score: score,
  verdict,
  summary: z.string().describe("One sentence for people"),
  customer_reason: customerReason,
  components: z.object({
    ip: ipResult.optional(),
    email: emailResult.optional(),
    phone: phoneResult.optional(),
    domain: domainResult.optional(),
    device: deviceResult.optional(),
  }).describe("Each value that was sent, as its own endpoint returns it"),
  components_checked: z.array(componentKind).describe("The components that are part of the score"),
  components_invalid: componentsInvalid.optional().describe(
    "With on_invalid=review: what could not be read, and why; the verdict is then at least review, unless one of your allow rules decided or a challenge was passed. Absent otherwise",
  ),
  top_signals: topSignals,
  linkage: linkage.describe("How it relates to your earlier sign-ups. Null means unknown"),
  device_token: z.enum(PAGE_TOKEN_STATES).optional().describe(
    "What the device_token of the request is: `expired` is one of this service that is older than a day; absent when none was sent",
  ),
  challenge_token: z.enum(ANSWER_STATES).optional().describe(
    "What the challenge_token of the request is: `passed` turns a review into an allow; `other_signup` was passed for one with another e-mail address or phone number; absent when none was sent",
  ),
  actor: actor.describe("Who seems to be acting"),
  agent: decidedAgent.optional().describe("Present when the request carried an agent"),
  challenge: offeredChallenge.optional().describe(
    "What the person can do to go on: present when your account offers challenges and the verdict is review",
  ),
  appeal: appealLink.optional().describe(
    "Where the person can appeal: present when your account takes appeals and the verdict is not allow",
  ),
  rule_applied: decidingRule.optional(),
  facts,
  facts_unknown: factsUnknown,
  facts_why: factsWhy,
  ...conditionFields,
  warnings: z.array(z.object({
    field: z.string().describe("As sent"),
    detail: z.string().describe("What may have been meant"),
  })).optional().describe(
    "Fields of the request that are none and were not used; absent when there are none",
  ),
  ...tail,
}).openapi("SignupResult", { description: "The score of a sign-up" });
