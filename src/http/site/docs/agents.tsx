import { reasonDocs } from "../../../service/agents/agents.ts";
import { each } from "../each.ts";
import { Badge, Code } from "../parts/marks.tsx";
import { Heading } from "./heading.tsx";
import type { Guide } from "./guide.ts";

export const agents: Guide = {
  slug: "agents",
  title: "AI agents",
  about: "Prove who sent a request, decide by your policy, and what each reason code means.",
  render: ({ view }) => (
    <div class="prose">
      <p>
        An AI agent that signs its requests (HTTP Message Signatures, RFC 9421, in the profile called Web Bot
        Auth) can be proven. Send the request as you received it, with its <code>Signature</code>,{" "}
        <code>Signature-Input</code> and <code>Signature-Agent</code> headers exactly as they came.
      </p>
      <Heading id="verify">Verify</Heading>
      <Code id="verify-curl" text={call(view.origin, "/v1/verify/agent")} run="bash" />
      <p>
        <code>verified</code>{" "}
        is true only when a signature was checked against the key the agent publishes. Otherwise{" "}
        <code>reason</code> says what is missing, and <code>docs</code> links to the reason below.
      </p>
      <Heading id="policy">Decide by your policy</Heading>
      <p>
        <code>/v1/agent/authorize</code> takes the same and answers <code>decision</code>: <code>allow</code>,
        {" "}
        <code>review</code> or{" "}
        <code>deny</code>. Rules of your policy apply to verified agents, in order; the first that matches
        decides. When none matches, a verified agent is allowed, an unsigned request and one that could not be
        checked are reviewed, and a wrong claim is denied.
      </p>
      <Code id="authorize-curl" text={call(view.origin, "/v1/agent/authorize")} run="bash" />
      <p>Set the policy in the console under Agent policy, or replace it whole by API:</p>
      <Code id="policy-curl" text={policy(view.origin)} run="bash" />
      <p>
        A signature that covers only <code>@authority</code>{" "}
        can be used again for any method, path and body on that host until it expires. Agents should cover
        {" "}
        <code>@method</code> and <code>@path</code>{" "}
        too; you can accept each signature only once (<code>"replay_protection": "nonce"</code>). A covered
        {" "}
        <code>Content-Digest</code> binds the field: the content is yours to compare.
      </p>
      <Heading id="signup">In a sign-up</Heading>
      <p>
        Give <code>POST /v1/score/user</code> an <code>agent</code> object with <code>method</code>,{" "}
        <code>url</code> and{" "}
        <code>headers</code>. The decision is reported beside the score. Only a deny changes the verdict: it
        is a block then.
      </p>
      <Heading id="reasons">Reason codes</Heading>
      <p>In the order in which they are checked; the first that applies is given.</p>
      {each(reasonDocs(), ({ reason, class: kind, meaning, fix }) => (
        <section class="card" id={reason}>
          <h3>
            <a class="anchor mono" href={`#${reason}`}>{reason}</a> <Badge word={kind} />
          </h3>
          <p>{meaning}</p>
          <p>
            <strong>What to do:</strong> {fix}
          </p>
        </section>
      ))}
    </div>
  ),
};

function call(origin: string, path: string): string {
  return `curl -s ${origin}${path} \\
  -H "X-Api-Key: $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"method":"GET","url":"https://shop.example/products","headers":{"user-agent":"ExampleBot/1.0"}}'`;
}

function policy(origin: string): string {
  return `curl -s -X PUT ${origin}/v1/agent/policy \\
  -H "X-Api-Key: $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"rules":[
        {"trigger":"fetcher","methods":["GET","HEAD"],"action":"allow","reason":"acts for a person"},
        {"trigger":"crawler","action":"deny","reason":"no crawling"}
      ]}'`;
}
