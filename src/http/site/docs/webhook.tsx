import { Code } from "../parts/marks.tsx";
import { Heading } from "./heading.tsx";
import type { Guide } from "./guide.ts";
import receiver from "./guides/webhook.md" with { type: "text" };

export const webhook: Guide = {
  slug: "webhook",
  title: "Webhook receiver",
  about: "Score the user in an incoming webhook: verify, acknowledge, score, branch.",
  render: () => (
    <div class="prose">
      <p>
        Another service sends you sign-ups, orders or leads by webhook. Score the user before you act on the
        event, in this order:
      </p>
      <ol>
        <li>
          <strong>Verify the sender's signature</strong>{" "}
          over the raw body, and that it is recent. Otherwise anyone can send you events.
        </li>
        <li>
          <strong>Acknowledge.</strong> Respond to the sender before scoring, so it doesn't wait or retry.
        </li>
        <li>
          <strong>Score</strong> what the event contains: <code>ip</code>, <code>email</code>,{" "}
          <code>phone</code>. Leave out what is missing; <code>components_checked</code> lists what was used.
        </li>
        <li>
          <strong>Branch</strong> on the verdict.
        </li>
      </ol>
      <dl class="pairs">
        <dt>allow</dt>
        <dd>Process normally.</dd>
        <dt>review</dt>
        <dd>Store with a flag, outside the main flow.</dd>
        <dt>block</dt>
        <dd>Quarantine instead of discarding.</dd>
      </dl>
      <p>
        Set a timeout of five seconds, and decide in advance what happens without a response. In this example
        a person reviews such an event: a scoring service must never stop your business.
      </p>
      <Heading id="receiver">A complete receiver</Heading>
      <p>
        It only needs{" "}
        <a href="https://deno.com">Deno</a>. Its signature is HMAC-SHA-256 over the time and the body, a
        common scheme; adapt the two header names to your sender.
      </p>
      <Code id="receiver-code" text={receiver.trimEnd()} run="ts" caption="webhook_receiver.ts" />
    </div>
  ),
};
