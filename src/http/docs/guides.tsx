/** The guides, in groups: Markdown files, in which `{{name}}` is a placeholder for what depends on the service. */
import type { Child } from "hono/jsx";
import { raw } from "hono/html";
import { lazy } from "../../concurrency/lazy.ts";
import { ACTIONS } from "../../model/access/action.ts";
import { KEY_SCOPES } from "../../model/access/key_scope.ts";
import { ROLE_TEXTS, ROLES } from "../../model/access/role.ts";
import { SERVICE, VERSION } from "../../model/service.ts";
import { reasonDocs } from "../../service/agents/agents.ts";
import type { SiteOptions } from "../site_options.ts";
import { each } from "../site/each.ts";
import { Badge, Code } from "../site/parts/marks.tsx";
import { Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { exampleCode } from "./examples.tsx";
import { deviceResult } from "../score/signals/device.ts";
import { domainResult } from "../score/signals/domain.ts";
import { emailResult, MAILBOX_MEANINGS } from "../score/signals/email.ts";
import { ipResult } from "../score/signals/ip.ts";
import { phoneResult } from "../score/signals/phone.ts";
import { Marked, type Tokens } from "marked";
import { CONDITION_PLACEHOLDERS } from "./conditions.tsx";
import { Heading } from "./heading.tsx";
import { CUSTOMER_REASONS } from "../../model/customer_reason.ts";
import agents from "./guides/agents.md" with { type: "text" };
import appeals from "./guides/appeals.md" with { type: "text" };
import backtest from "./guides/backtest.md" with { type: "text" };
import bouncers from "./guides/bouncers.md" with { type: "text" };
import campaigns from "./guides/campaigns.md" with { type: "text" };
import challenges from "./guides/challenges.md" with { type: "text" };
import clients from "./guides/clients.md" with { type: "text" };
import conditions from "./guides/conditions.md" with { type: "text" };
import edge from "./guides/edge.md" with { type: "text" };
import emailTokens from "./guides/email-tokens.md" with { type: "text" };
import events from "./guides/events.md" with { type: "text" };
import fingerprint from "./guides/fingerprint.md" with { type: "text" };
import firstScore from "./guides/first-score.md" with { type: "text" };
import hooks from "./guides/hooks.md" with { type: "text" };
import keys from "./guides/keys.md" with { type: "text" };
import minfraud from "./guides/minfraud.md" with { type: "text" };
import dataRequests from "./guides/data-requests.md" with { type: "text" };
import logins from "./guides/logins.md" with { type: "text" };
import privacy from "./guides/privacy.md" with { type: "text" };
import provider from "./guides/provider.md" with { type: "text" };
import reading from "./guides/reading.md" with { type: "text" };
import recipes from "./guides/recipes.md" with { type: "text" };
import requests from "./guides/requests.md" with { type: "text" };
import people from "./guides/people.md" with { type: "text" };
import reviews from "./guides/reviews.md" with { type: "text" };
import roles from "./guides/roles.md" with { type: "text" };
import rules from "./guides/rules.md" with { type: "text" };
import sending from "./guides/sending.md" with { type: "text" };
import selfHosting from "./guides/self-hosting.md" with { type: "text" };
import webhook from "./guides/webhook.md" with { type: "text" };

interface Guide {
  /** Below `/docs/`. */
  readonly slug: string;
  readonly title: string;
  /** One sentence for the list of guides. */
  readonly about: string;
  /** With its placeholders. */
  readonly html: () => string;
}

interface Given {
  readonly view: View;
  readonly settings: SiteOptions["settings"];
}

/** In reading order. */
const FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Get started": { "first-score": firstScore, reading, backtest },
  "Build it in": {
    recipes,
    logins,
    clients,
    fingerprint,
    "email-tokens": emailTokens,
    sending,
    requests,
    minfraud,
  },
  "Connect services": { edge, bouncers, hooks, events, webhook },
  "Control it": { reviews, campaigns, appeals, challenges, rules, conditions, agents, keys, roles, people },
  "Run it": { "self-hosting": selfHosting, provider, privacy, "data-requests": dataRequests },
};

interface GuideGroup {
  readonly title: string;
  readonly guides: readonly Guide[];
}

export const GUIDE_GROUPS: readonly GuideGroup[] = Object.entries(FILES).map(([title, files]) => ({
  title,
  guides: Object.entries(files).map(([slug, file]) => guideOf(slug, file)),
}));

export const GUIDES: readonly Guide[] = GUIDE_GROUPS.flatMap(({ guides }) => guides);

function guideOf(slug: string, file: string): Guide {
  const [, title, about, text] = /^---\ntitle: (.+)\nabout: (.+)\n---\n(.+)$/s.exec(file)!;
  return { slug, title: title!, about: about!, html: lazy(() => htmlOf(text!)) };
}

const PLACEHOLDERS: Readonly<Record<string, (given: Given) => Child>> = {
  ...CONDITION_PLACEHOLDERS,
  origin: ({ view }) => view.origin,
  service: () => SERVICE.title,
  version: () => VERSION,
  how_to_get_a_key: ({ view }) =>
    view.signupOpen
      ? (
        <>
          <a href="/signup">Sign up</a>: you get a live key and a test key, both shown only once.
        </>
      )
      : "Ask the operator of this service for a key.",
  agent_reasons: () =>
    each(reasonDocs(), ({ reason, class: kind, meaning, fix }) => (
      <section class="card" id={reason}>
        <h3>
          <a class="anchor mono" href={`#${reason}`}>{reason}</a> <Badge word={kind} />
        </h3>
        <p>{meaning}</p>
        <p>
          <strong>What to do:</strong> {fix}
        </p>
      </section>
    )),
  customer_reasons: () => (
    <Names
      caption="Sentences"
      meanings={Object.entries(CUSTOMER_REASONS).map(([code, { en }]) => [code, en])}
    />
  ),
  signals: () => <SignalTables />,
  mailbox_statuses: () => <MailboxStatuses />,
  key_scopes: () => (
    <Table
      caption="Scopes"
      columns={[
        { name: "Scope", cell: ([scope]) => <code>{scope}</code> },
        { name: "Covers", cell: ([, covers]) => covers },
      ]}
      rows={Object.entries(KEY_SCOPES)}
    />
  ),
  roles: () => (
    <Table
      caption="Roles"
      columns={[
        { name: "Role", cell: (role) => <code>{role}</code> },
        { name: "Adds", cell: (role) => ROLE_TEXTS[role] },
      ]}
      rows={ROLES}
    />
  ),
  actions: () => (
    <Table
      caption="Actions by role"
      columns={[
        { name: "Role", cell: ({ role }) => <code>{role}</code> },
        { name: "To", cell: ({ text }) => text },
        { name: "Scope of a key without a role", cell: ({ scope }) => <code>{scope}</code> },
      ]}
      rows={ROLES.flatMap((role) => Object.values(ACTIONS).filter((action) => action.role === role))}
    />
  ),
  settings: ({ settings }) => (
    <Table
      caption="Settings"
      columns={[
        { name: "Name", cell: ({ name }) => <code>{name}</code> },
        { name: "Default", cell: (setting) => setting.default },
        { name: "Meaning", cell: ({ about }) => about.replaceAll("`", "") },
      ]}
      rows={settings}
    />
  ),
};

/** The text of a guide. A placeholder that is a paragraph of its own stands for a block. */
export function GuideText({ guide, ...given }: Given & { guide: Guide }) {
  const text = guide.html().replace(
    /<p>\{\{(\w+)\}\}<\/p>|\{\{(\w+)\}\}/g,
    (_, block, inline) => {
      const name: string = block ?? inline;
      return String(<>{exampleCode(name, given.view.origin) ?? PLACEHOLDERS[name]!(given)}</>);
    },
  );
  return <div class="prose">{raw(text)}</div>;
}

/** The fields of `signals` of each result, from the schemas that the OpenAPI document is made of. */
type Described = Readonly<Record<string, { readonly description?: string | undefined }>>;

const SIGNALS: readonly (readonly [noun: string, fields: Described])[] = [
  ["IP address", ipResult.shape.signals.shape],
  ["E-mail address", emailResult.shape.signals.shape],
  ["Phone number", phoneResult.shape.signals.shape],
  ["Domain", domainResult.shape.signals.shape],
  ["Device", deviceResult.shape.signals.shape],
];

function SignalTables() {
  return (
    <>
      {each(SIGNALS, ([noun, fields]) => (
        <details>
          <summary>
            {noun}: {String(Object.keys(fields).length)} signals
          </summary>
          <Names
            caption={`Signals: ${noun}`}
            meanings={Object.entries(fields).map(([name, { description = "" }]) => [
              name,
              name === "mailbox_status"
                ? "How far the mailbox was verified, see below"
                : description.replaceAll("`", ""),
            ])}
          />
        </details>
      ))}
    </>
  );
}

function MailboxStatuses() {
  return <Names caption="Values of mailbox_status" meanings={Object.entries(MAILBOX_MEANINGS)} />;
}

function Names(props: { caption: string; meanings: readonly (readonly [name: string, meaning: string])[] }) {
  return (
    <Table
      caption={props.caption}
      columns={[
        { name: "Name", cell: ([name]) => <code>{name}</code> },
        { name: "Meaning", cell: ([, meaning]) => meaning },
      ]}
      rows={props.meanings}
    />
  );
}

/** @param text trusted: HTML in it is kept as it is */
function htmlOf(text: string): string {
  let section = "";
  const marked = new Marked({
    renderer: {
      /** `## Title {#id}` */
      heading({ text }) {
        const [, title, id] = /^(.+) \{#([\w-]+)\}$/.exec(text)!;
        section = title!;
        return String(<Heading id={id!}>{title}</Heading>);
      },
      /** A block's info string is its `run`, its id and an optional caption; see Code. */
      code({ text, lang = "" }) {
        const [, run, id, caption] = /^(\w+) ([\w-]+) ?(.*)$/.exec(lang)!;
        return String(
          <Code id={id!} run={run!} text={text} {...(caption === "" ? {} : { caption: caption! })} />,
        );
      },
      table({ header, rows }) {
        const cellOf = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
        const columns = header.map(({ text: name }, index) => ({
          name,
          cell: (row: Tokens.TableCell[]) => raw(index === 0 ? asName(cellOf(row[0]!)) : cellOf(row[index]!)),
        }));
        return String(<Table caption={section} columns={columns} rows={rows} />);
      },
    },
  });
  return marked.parse(text, { async: false });
}

/** Code in the first column, a field's or client's name, goes without the background of code. */
function asName(cell: string): string {
  return cell.replace(/^<code>(.*)<\/code>$/, '<span class="mono small">$1</span>');
}
