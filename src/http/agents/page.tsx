/** `/console/agents`: the ordered policy for AI agents, and a test with a captured request. */
import type { AgentPolicy, AgentRule } from "../../model/agent_policy.ts";
import { AGENT_PROFILES } from "../../model/agent_profile.ts";
import { AGENT_POLICY_LIMITS } from "../../model/agent_policy.ts";
import { versionOf } from "../../service/site/agents.ts";
import type { AgentVerification } from "../../service/agents/agents.ts";
import { Choice, Field, PostButton, PostForm, Submit } from "../site/parts/form.tsx";
import { Badge, Card, Pairs, Problem, Time } from "../site/parts/marks.tsx";
import { type Column, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { Console } from "../console/frame.tsx";

export interface AgentTest {
  readonly request: string;
  readonly verification?: AgentVerification;
  readonly problem?: string;
}

interface Props {
  readonly view: View;
  readonly policy: AgentPolicy;
  readonly test: AgentTest;
  readonly problem?: string;
}

interface Row extends AgentRule {
  readonly index: number;
}

export function AgentsPage({ view, policy, test, problem }: Props) {
  return (
    <Console view={view} needs="policy.write" title="Agent policy">
      <p class="muted">
        Rules apply to agents with a verified signature, in order; the first match decides. A signature proves
        the agent's host; its name and its trigger are only what its card says. Without a match the defaults
        apply: verified agents are allowed, but reviewed when they ask to pay; requests with an invalid
        signature are denied, all others are reviewed. <a href="/docs/agents">More about agents</a>
      </p>
      <Problem text={problem} />
      <Table
        caption="Policy rules, in order"
        columns={columns(view, policy)}
        rows={policy.rules.map((rule, index) => ({ ...rule, index }))}
        empty={<p>No rules yet. The defaults apply.</p>}
      />
      {policy.updatedAt === null ? null : (
        <p class="muted small">
          Last changed <Time at={policy.updatedAt} />
        </p>
      )}
      {view.may("policy.write")
        ? (
          <>
            <AddRule view={view} policy={policy} />
            <Settings view={view} policy={policy} />
          </>
        )
        : null}
      {view.may("agents.verify") ? <TryRequest view={view} test={test} /> : null}
    </Console>
  );
}

function columns(view: View, policy: AgentPolicy): readonly Column<Row>[] {
  const step = (name: string, index: number) => ({
    view,
    action: "/console/agents",
    fields: { do: name, index: String(index), seen: versionOf(policy) },
  });
  return [
    { name: "No.", cell: ({ index }) => String(index + 1) },
    { name: "Host", cell: ({ host, url }) => host ?? url ?? <span class="muted">any</span> },
    { name: "Profile", cell: ({ profile }) => profile ?? <span class="muted">any</span> },
    {
      name: "Repeated",
      cell: ({ repeated }) => REPEATED[String(repeated)] ?? <span class="muted">any</span>,
    },
    { name: "Trigger", cell: ({ trigger }) => trigger ?? <span class="muted">any</span> },
    { name: "Methods", cell: ({ methods }) => methods?.join(", ") ?? <span class="muted">any</span> },
    { name: "Action", cell: ({ action }) => <Badge word={action} /> },
    { name: "Reason", cell: ({ reason }) => reason },
    {
      name: "Order",
      cell: ({ index }) => (
        <span class="inline-form">
          <PostButton
            {...step("up", index)}
            label={`Move rule ${index + 1} up`}
            disabled={index === 0}
          >
            ↑
          </PostButton>
          <PostButton
            {...step("down", index)}
            label={`Move rule ${index + 1} down`}
            disabled={index === policy.rules.length - 1}
          >
            ↓
          </PostButton>
          <PostButton {...step("remove", index)} class="danger small" label={`Remove rule ${index + 1}`}>
            Remove
          </PostButton>
        </span>
      ),
    },
  ];
}

const REPEATED: Readonly<Record<string, string>> = { true: "yes", false: "no" };

function AddRule({ view, policy }: { view: View; policy: AgentPolicy }) {
  return (
    <Card id="add-rule" title="Add a rule at the end">
      <PostForm view={view} action="/console/agents" fields={{ do: "add", seen: versionOf(policy) }}>
        <div class="fields">
          <Field
            name="host"
            label="Host"
            hint="The host whose well-known directory has the key: agent.example, or *.agent.example for the hosts below it; or the https URL of a key that is elsewhere. Leave empty for any"
            max={AGENT_POLICY_LIMITS.url}
          />
          <Choice
            name="profile"
            label="Profile"
            options={[["", "any"], ...AGENT_PROFILES.map((name) => [name, name] as const)]}
          />
          <Choice
            name="repeated"
            label="Nonce presented before"
            hint="For signatures whose nonce names a session (Visa)"
            options={[["", "any"], ["true", "yes"], ["false", "no"]]}
          />
          <Field
            name="trigger"
            label="Trigger"
            hint="As the agent's card says, for example crawler or fetcher. Leave empty for any"
            max={AGENT_POLICY_LIMITS.trigger}
          />
          <Field name="methods" label="Methods" hint="For example GET, HEAD. Leave empty for any" max={400} />
          <Choice
            name="action"
            label="Action"
            options={[["allow", "allow"], ["review", "review"], ["deny", "deny"]]}
          />
        </div>
        <Field name="reason" label="Reason" hint="Shown in the decision" max={AGENT_POLICY_LIMITS.reason} />
        <Submit>Add rule</Submit>
      </PostForm>
    </Card>
  );
}

function Settings({ view, policy }: { view: View; policy: AgentPolicy }) {
  return (
    <Card id="settings" title="Settings">
      <PostForm view={view} action="/console/agents" fields={{ do: "settings", seen: versionOf(policy) }}>
        <label class="check">
          <input type="checkbox" name="defaults" value="true" checked={policy.defaultsApply} />
          Apply the defaults when no rule matches (otherwise: review)
        </label>
        <label class="check">
          <input type="checkbox" name="nonce" value="true" checked={policy.replayProtection === "nonce"} />
          Accept each signature only once
        </label>
        <Submit class="quiet">Save</Submit>
      </PostForm>
    </Card>
  );
}

const EXAMPLE = `GET /products HTTP/1.1
Host: shop.example
Signature-Agent: sig1="https://agent.example"
Signature-Input: sig1=("@authority" "signature-agent";key="sig1");created=1;expires=2;keyid="…";tag="web-bot-auth"
Signature: sig1=:…:`;

function TryRequest({ view, test }: { view: View; test: AgentTest }) {
  return (
    <Card id="try" title="Test a captured request">
      <p class="muted">Free. Nothing is counted or stored, and a single-use signature stays unused.</p>
      {test.verification === undefined ? null : <Decision agent={test.verification} />}
      <PostForm view={view} action="/console/agents/try#try">
        <Field
          name="request"
          label="Request as received"
          rows={7}
          value={test.request}
          placeholder={EXAMPLE}
          error={test.problem}
          hint="Request line and headers, or the JSON body of POST /v1/agent/authorize"
          required
        />
        <Submit class="quiet">Test</Submit>
      </PostForm>
    </Card>
  );
}

/** By the bucket of a decision's `default:<bucket>`. */
const DEFAULTS: Readonly<Record<string, string>> = {
  verified: "the default for verified agents",
  payer: "the default for signatures that ask to pay",
  not_web_bot_auth: "the default for unsigned requests",
  unverifiable: "the default for unverifiable signatures",
  signature_failed: "the default for invalid signatures",
  none: "no rule, and your policy disables the defaults",
};

/** @param matched `rule:<0-based index>` or `default:<bucket>` */
function decider(matched: string): string {
  const [sort, name] = matched.split(":") as [string, string];
  return sort === "rule" ? `your rule ${Number(name) + 1}` : DEFAULTS[name] ?? matched;
}

function Decision({ agent }: { agent: AgentVerification }) {
  const { result } = agent;
  const name = result.claimed_name;
  const claimed = name === null ? result.verified ? "none" : "unknown" : <ClaimedName name={name} />;
  const signature = <a href={`/docs/agents#${result.signature_reason}`}>{result.signature_reason}</a>;
  return (
    <div class={`notice ${agent.decision === "allow" ? "good" : "warn"}`} role="status">
      <p>
        <Badge word={agent.decision} /> decided by {decider(agent.matched)}
      </p>
      <p>{agent.reason}</p>
      <Pairs
        pairs={[
          ["Signature", signature],
          ["Profile", result.profile ?? "none"],
          ["Host", result.host ?? "not verified"],
          ["Claimed name", claimed],
          ["Trigger", result.trigger ?? "unknown"],
        ]}
      />
    </div>
  );
}

function ClaimedName({ name }: { name: string }) {
  return (
    <>
      “{name}” <span class="muted">(what its card says; not checked)</span>
    </>
  );
}
