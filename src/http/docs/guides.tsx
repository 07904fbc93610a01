/** The guides, in groups: Markdown files, in which `{{name}}` is a placeholder for what depends on the service. */
import type { Child } from "hono/jsx";
import { raw } from "hono/html";
import { lazy } from "../../concurrency/lazy.ts";
import { KEY_SCOPES } from "../../model/access/key_scope.ts";
import { SERVICE, VERSION } from "../../model/service.ts";
import { reasonDocs } from "../../service/agents/agents.ts";
import type { SiteOptions } from "../site_options.ts";
import { each } from "../site/each.ts";
import { Badge } from "../site/parts/marks.tsx";
import { Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import agents from "./guides/agents.md" with { type: "text" };
import backtest from "./guides/backtest.md" with { type: "text" };
import clients from "./guides/clients.md" with { type: "text" };
import events from "./guides/events.md" with { type: "text" };
import fingerprint from "./guides/fingerprint.md" with { type: "text" };
import firstScore from "./guides/first-score.md" with { type: "text" };
import hooks from "./guides/hooks.md" with { type: "text" };
import keys from "./guides/keys.md" with { type: "text" };
import minfraud from "./guides/minfraud.md" with { type: "text" };
import privacy from "./guides/privacy.md" with { type: "text" };
import reading from "./guides/reading.md" with { type: "text" };
import recipes from "./guides/recipes.md" with { type: "text" };
import requests from "./guides/requests.md" with { type: "text" };
import rules from "./guides/rules.md" with { type: "text" };
import selfHosting from "./guides/self-hosting.md" with { type: "text" };
import webhook from "./guides/webhook.md" with { type: "text" };
import { exampleCode } from "./examples.tsx";
import { htmlOf } from "./markdown.tsx";
import { MailboxStatuses, SignalTables } from "./signal_tables.tsx";

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
  "Build it in": { recipes, clients, fingerprint, requests, minfraud },
  "Connect services": { hooks, events, webhook },
  "Control it": { rules, agents, keys },
  "Run it": { "self-hosting": selfHosting, privacy },
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
