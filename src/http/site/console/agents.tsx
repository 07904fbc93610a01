/** `/console/agents`: the ordered policy about AI agents, and a captured request tried on it. */
import type { AgentPolicy, AgentRule } from "../../../model/agent_policy.ts";
import { AGENT_POLICY_LIMITS } from "../../../model/agent_policy.ts";
import { versionOf } from "../../../service/site/agents.ts";
import type { AgentOutcome } from "../../../service/agents/agents.ts";
import { Choice, Field, Hidden, PostButton } from "../parts/form.tsx";
import { Badge, Notice, Pairs, Time } from "../parts/marks.tsx";
import { type Column, Table } from "../parts/table.tsx";
import type { View } from "../view.ts";
import { Console } from "./frame.tsx";

export interface AgentTrial {
  readonly request: string;
  readonly outcome?: AgentOutcome;
  readonly problem?: string;
}

interface Props {
  readonly view: View;
  readonly policy: AgentPolicy;
  readonly trial: AgentTrial;
  readonly problem?: string;
}

interface Row extends AgentRule {
  readonly index: number;
}

export function AgentsPage({ view, policy, trial, problem }: Props) {
  return (
    <Console view={view} title="Agent policy">
      <p class="muted">
        Rules are tried in order on agents whose signature was proven; the first that matches decides. What no
        rule matches, the defaults decide: a proven agent is allowed, an unsigned one reviewed, a wrong claim
        denied. <a href="/docs/agents">More on agents</a>
      </p>
      {problem === undefined ? null : <Notice kind="bad">{problem}</Notice>}
      <Table
        caption="Rules of the policy, in order"
        columns={columns(view, policy)}
        rows={policy.rules.map((rule, index) => ({ ...rule, index }))}
        empty={<p>No rules yet: the defaults decide everything.</p>}
      />
      {policy.updatedAt === null ? null : (
        <p class="muted small">
          Last changed <Time at={policy.updatedAt} />
        </p>
      )}
      <AddRule view={view} policy={policy} />
      <Settings view={view} policy={policy} />
      <TryRequest view={view} trial={trial} />
    </Console>
  );
}

function columns(view: View, policy: AgentPolicy): readonly Column<Row>[] {
  const step = (name: string, index: number) => ({ do: name, index: String(index), seen: versionOf(policy) });
  return [
    { name: "No.", cell: ({ index }) => String(index + 1) },
    { name: "Trigger", cell: ({ trigger }) => trigger ?? <span class="muted">any</span> },
    { name: "Methods", cell: ({ methods }) => methods?.join(", ") ?? <span class="muted">any</span> },
    { name: "Action", cell: ({ action }) => <Badge word={action} /> },
    { name: "Reason", cell: ({ reason }) => reason },
    {
      name: "Order",
      cell: ({ index }) => (
        <span class="inline-form">
          <PostButton
            view={view}
            action="/console/agents"
            fields={step("up", index)}
            label={`Move rule ${index + 1} up`}
            disabled={index === 0}
          >
            ↑
          </PostButton>
          <PostButton
            view={view}
            action="/console/agents"
            fields={step("down", index)}
            label={`Move rule ${index + 1} down`}
            disabled={index === policy.rules.length - 1}
          >
            ↓
          </PostButton>
          <PostButton
            view={view}
            action="/console/agents"
            fields={step("remove", index)}
            class="danger small"
            label={`Remove rule ${index + 1}`}
          >
            Remove
          </PostButton>
        </span>
      ),
    },
  ];
}

function AddRule({ view, policy }: { view: View; policy: AgentPolicy }) {
  return (
    <section class="card" aria-labelledby="add-rule">
      <h2 id="add-rule">Add a rule at the end</h2>
      <form method="post" action="/console/agents">
        <Hidden view={view} />
        <input type="hidden" name="do" value="add" />
        <input type="hidden" name="seen" value={versionOf(policy)} />
        <div class="fields">
          <Field
            name="trigger"
            label="Trigger"
            hint="What the agent's card says, for example: crawler, fetcher. Empty: any"
            max={AGENT_POLICY_LIMITS.trigger}
          />
          <Field name="methods" label="Methods" hint="For example: GET, HEAD. Empty: any" max={400} />
          <Choice
            name="action"
            label="Action"
            options={[["allow", "allow"], ["review", "review"], ["deny", "deny"]]}
          />
        </div>
        <Field name="reason" label="Reason" hint="Shown in the decision" max={AGENT_POLICY_LIMITS.reason} />
        <div class="actions">
          <button type="submit">Add the rule</button>
        </div>
      </form>
    </section>
  );
}

function Settings({ view, policy }: { view: View; policy: AgentPolicy }) {
  return (
    <section class="card" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <form method="post" action="/console/agents">
        <Hidden view={view} />
        <input type="hidden" name="do" value="settings" />
        <input type="hidden" name="seen" value={versionOf(policy)} />
        <label class="check">
          <input type="checkbox" name="defaults" value="true" checked={policy.defaultsApply} />
          The defaults decide what no rule matches (otherwise it is reviewed)
        </label>
        <label class="check">
          <input type="checkbox" name="nonce" value="true" checked={policy.replayProtection === "nonce"} />
          Accept each signature only once
        </label>
        <div class="actions">
          <button type="submit" class="quiet">Save</button>
        </div>
      </form>
    </section>
  );
}

const EXAMPLE = `GET /products HTTP/1.1
Host: shop.example
Signature-Agent: sig1="https://agent.example"
Signature-Input: sig1=("@authority" "signature-agent";key="sig1");created=1;expires=2;keyid="…";tag="web-bot-auth"
Signature: sig1=:…:`;

function TryRequest({ view, trial }: { view: View; trial: AgentTrial }) {
  return (
    <section class="card" aria-labelledby="try">
      <h2 id="try">Try a captured request</h2>
      <p class="muted">Free, and without a trace: nothing is counted, no signature is used up.</p>
      {trial.outcome === undefined ? null : <Decision outcome={trial.outcome} />}
      <form method="post" action="/console/agents/try#try">
        <Hidden view={view} />
        <Field
          name="request"
          label="Request as it was received"
          rows={7}
          value={trial.request}
          placeholder={EXAMPLE}
          error={trial.problem}
          hint="First line and headers, or the JSON of POST /v1/agent/authorize"
          required
        />
        <div class="actions">
          <button type="submit" class="quiet">Try it</button>
        </div>
      </form>
    </section>
  );
}

function Decision({ outcome }: { outcome: AgentOutcome }) {
  const { block } = outcome;
  return (
    <div class={`notice ${outcome.decision === "allow" ? "good" : "warn"}`} role="status">
      <p>
        <Badge word={outcome.decision} /> decided by <code>{outcome.matched}</code>
      </p>
      <p>{outcome.reason}</p>
      <Pairs
        pairs={[
          ["Signature", ReasonLink({ reason: block.signature_reason })],
          ["Agent", block.name ?? block.host ?? "not proven"],
          ["Trigger", block.trigger ?? "unknown"],
        ]}
      />
    </div>
  );
}

function ReasonLink({ reason }: { reason: string }) {
  return <a href={`/docs/agents#${reason}`}>{reason}</a>;
}
