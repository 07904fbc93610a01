import { reasonDocs } from "../../../service/agents/agents.ts";
import { each } from "../each.ts";
import { Badge, Code } from "../parts/marks.tsx";
import { curl } from "./curl.ts";
import { Heading } from "./heading.tsx";
import type { Guide } from "./guide.ts";

export const agents: Guide = {
  slug: "agents",
  title: "AI agents",
  about: "Verify who sent a request, apply your policy, and look up reason codes.",
  render: ({ view }) => (
    <div class="prose">
      <p>
        An AI agent that signs its requests (HTTP Message Signatures, RFC 9421, with the Web Bot Auth profile)
        can be verified. Send the request as you received it, with its <code>Signature</code>,{" "}
        <code>Signature-Input</code> and <code>Signature-Agent</code> headers unchanged.
      </p>
      <Heading id="verify">Verify</Heading>
      <Code id="verify-curl" text={call(view.origin, "/v1/verify/agent")} run="bash" />
      <p>
        <code>verified</code> is true only if a signature matches a key that the agent publishes. Otherwise
        {" "}
        <code>reason</code> explains what is missing, and <code>docs</code> links to the reason below.
      </p>
      <Heading id="policy">Apply your policy</Heading>
      <p>
        <code>/v1/agent/authorize</code> takes the same body and returns a <code>decision</code>:{" "}
        <code>allow</code>, <code>review</code> or{" "}
        <code>deny</code>. The rules of your policy apply to verified agents, in order; the first match
        decides. Without a match, a verified agent is allowed, an unsigned request or one that could not be
        checked is reviewed, and a false claim is denied.
      </p>
      <Code id="authorize-curl" text={call(view.origin, "/v1/agent/authorize")} run="bash" />
      <p>Edit the policy in the console under Agent policy, or replace all of it with the API:</p>
      <Code id="policy-curl" text={policy(view.origin)} run="bash" />
      <p>
        A signature that covers only <code>@authority</code>{" "}
        can be replayed with any method, path and body on that host until it expires. Agents should cover{" "}
        <code>@method</code> and <code>@path</code>{" "}
        too. You can also accept each signature only once (<code>"replay_protection": "nonce"</code>). A
        covered <code>Content-Digest</code> proves the header field only: compare the content yourself.
      </p>
      <Heading id="signup">In a sign-up</Heading>
      <p>
        Add an <code>agent</code> object to <code>POST /v1/score/user</code>, with <code>method</code>,{" "}
        <code>url</code> and{" "}
        <code>headers</code>. The decision is returned with the score. Only a deny changes the verdict, to a
        block.
      </p>
      <Heading id="reasons">Reason codes</Heading>
      <p>In the order of the checks; the first that applies is returned.</p>
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
  const body =
    `'{"method":"GET","url":"https://shop.example/products","headers":{"user-agent":"ExampleBot/1.0"}}'`;
  return curl(`${origin}${path}`, { body });
}

function policy(origin: string): string {
  const body = `'{"rules":[
        {"trigger":"fetcher","methods":["GET","HEAD"],"action":"allow","reason":"acts for a person"},
        {"trigger":"crawler","action":"deny","reason":"no crawling"}
      ]}'`;
  return curl(`${origin}/v1/agent/policy`, { method: "PUT", body });
}
