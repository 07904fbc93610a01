/** `/agents/denied`: tells an agent's operator, who has no account here, why a request was not accepted. */
import { type Reason, REASONS } from "../../signals/agent/reasons.ts";
import { Field, Submit } from "../site/parts/form.tsx";
import { AGENT_HELP, type AgentHelp } from "./help.ts";
import { Page } from "../site/layout.tsx";
import type { View } from "../site/view.ts";

interface Props extends AgentHelp {
  readonly view: View;
}

export function AgentDeniedPage({ view, reason, requestId, isWrongId }: Props) {
  const [meaning, fix] = textsOf(reason);
  return (
    <Page view={view} title="Agent request not accepted">
      <div class="narrow">
        <h1>Agent request not accepted</h1>
        <p class="lead">
          A site checked the signature of an AI agent's request here, and did not accept the request.
        </p>
        <div class="card">
          <dl class="pairs">
            <dt>Reason</dt>
            <dd>
              <a class="mono" href={`/docs/agents#${reason}`}>{reason}</a>
            </dd>
            {requestId === null ? null : (
              <>
                <dt>Request</dt>
                <dd>
                  <code>{requestId}</code>
                </dd>
              </>
            )}
          </dl>
          <p>{meaning}</p>
          <p>
            <strong>What to do:</strong> {fix}
          </p>
        </div>
        <p>
          The site decides who may use it; this service only checks signatures and applies the site's policy.
          If you think that the decision is wrong, write to the site{requestId === null
            ? ""
            : " and name the request above: with its id the site can read the decision back, and give you a signed receipt of it"}.
        </p>
        <form method="get" action={AGENT_HELP}>
          <input type="hidden" name="reason" value={reason} />
          <Field
            name="request_id"
            label="Request id"
            value={requestId ?? ""}
            max={40}
            placeholder="req_…"
            hint="From the site's refusal: this page then says how to refer to the request. Nothing about the site is shown"
            error={isWrongId ? "That is not an id that this service gives." : undefined}
          />
          <Submit class="quiet">Show</Submit>
        </form>
        <p>
          To check the request yourself, capture it and run <code>winnow verify-agent --at TIME</code>{" "}
          with the time at which it was sent: it says step by step what was covered, which key was used and
          what failed.
        </p>
        <p class="small muted">
          <a href="/docs/agents#reasons">All reasons</a>, and{" "}
          <a href="/docs/agents#proof">what a signature proves</a>.
        </p>
      </div>
    </Page>
  );
}

/** What it means, and what to do. A verified agent is refused by the site's own policy only. */
function textsOf(reason: Reason): readonly [meaning: string, fix: string] {
  if (reason !== "verified") return [REASONS[reason].meaning, REASONS[reason].fix];
  return [
    "The signature was verified: the request came from the host it names. The site's own policy does not accept this agent, or not this kind of request.",
    "Nothing is wrong with the signature. Ask the site to admit your agent.",
  ];
}
