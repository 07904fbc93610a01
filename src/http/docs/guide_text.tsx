/** Guides as pages: their Markdown, and what each placeholder stands for. Loaded when somebody reads one: no start waits for it. */
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
import { type Guide, GUIDES } from "./guides.ts";
import { Heading } from "./heading.tsx";
import { CUSTOMER_REASONS } from "../../model/customer_reason.ts";

interface Given {
  readonly view: View;
  readonly settings: SiteOptions["settings"];
}

/** By slug, made of the Markdown when it is first read. */
const HTML: ReadonlyMap<string, () => string> = new Map(
  GUIDES.map(({ slug, text }) => [slug, lazy(() => htmlOf(text))]),
);

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
  const text = HTML.get(guide.slug)!().replace(
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
