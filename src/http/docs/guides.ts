/** The guides, in groups: Markdown files, in which `{{name}}` is a placeholder for what depends on the service. */
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

export interface Guide {
  /** Below `/docs/`. */
  readonly slug: string;
  readonly title: string;
  /** One sentence for the list of guides. */
  readonly about: string;
  /** Markdown with its placeholders. */
  readonly text: string;
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
  return { slug, title: title!, about: about!, text: text! };
}
