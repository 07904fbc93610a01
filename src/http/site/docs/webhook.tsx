import { Code } from "../parts/marks.tsx";
import { Heading } from "./heading.tsx";
import type { Guide } from "./guide.ts";
import receiver from "./webhook_receiver.ts.txt" with { type: "text" };

export const webhook: Guide = {
  slug: "webhook",
  title: "Webhook receiver",
  about: "Screen the person an inbound webhook is about: verify, acknowledge, score, branch.",
  render: () => (
    <div class="prose">
      <p>
        Another service tells you about a sign-up, an order or a lead by webhook. Before you act on it, ask
        who it is about. Do it in this order:
      </p>
      <ol>
        <li>
          <strong>Verify the sender's signature</strong>{" "}
          over the raw body, and that it is recent. Without it anyone can send you events.
        </li>
        <li>
          <strong>Acknowledge.</strong>{" "}
          Answer the sender before scoring, so that it neither waits nor sends again.
        </li>
        <li>
          <strong>Score</strong> what the event carries: <code>ip</code>, <code>email</code>,{" "}
          <code>phone</code>. What is missing is left out; <code>components_checked</code>{" "}
          shows what was used.
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
        Give the call a time-out of five seconds, and decide beforehand what happens without an answer. Here
        such an event is looked at by a person: a scoring service must never stop your business.
      </p>
      <Heading id="receiver">A complete receiver</Heading>
      <p>
        It runs with <a href="https://deno.com">Deno</a>{" "}
        and nothing else. Its signature is HMAC-SHA-256 over the time and the body, as many services send it;
        adapt the two header names to yours.
      </p>
      <Code id="receiver-code" text={receiver.trimEnd()} run="ts" caption="webhook_receiver.ts" />
    </div>
  ),
};
