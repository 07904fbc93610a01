/** The console in a real browser: an account with some history, and a monitor of everything a page must not do. */
import { plantCampaign } from "../app/campaign.ts";
import { sampleAlert, sampleSends, sampleWebhook } from "../app/samples.ts";
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { TestApp } from "../app/app.ts";

/** Records what a page must not do: errors, dialogs, requests to other hosts. */
export class Watch {
  readonly #problems: string[] = [];

  constructor(page: Page, origin: string) {
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.#problems.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.#problems.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
      if (dialog.type() === "alert") this.#problems.push(`dialog: ${dialog.message()}`);
      void dialog.accept();
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(`${origin}/`)) this.#problems.push(`request to ${request.url()}`);
    });
  }

  assertQuiet(place: string): void {
    assert.deepEqual(this.#problems, [], place);
  }

  /** What was seen is expected. */
  forget(): void {
    this.#problems.length = 0;
  }
}

/** Scores, labels, a score to review, a ring, rules and a policy, so that every page has something to show. The request id of the last score. */
export async function fill(app: TestApp, key: string): Promise<string> {
  let last = "";
  for (
    const [index, email] of ["jane.doe@gmail.com", "someone@mailinator.com", "x9f8k2l3q@gmail.com"].entries()
  ) {
    const { body } = await app.ask("/v1/score/user", {
      key,
      json: { ip: `8.8.${index}.8`, email, phone: "+442079460123", domain: "example.org" },
    });
    last = body.request_id;
    await app.ask("/v1/outcome", {
      key,
      json: { request_id: last, outcome: index === 1 ? "fraud" : "legit" },
    });
  }
  await app.ask("/v1/score/user", {
    key,
    json: {
      ip: "185.220.101.1",
      email: "other@mailinator.com",
      user_id: "u".repeat(128),
      strictness: "lenient",
    },
  });
  await app.ask("/v1/rules", {
    key,
    json: { action: "block", values: ["203.0.113.0/24", "fraud.example"], note: "abuse desk" },
  });
  await app.ask("/v1/rules", {
    key,
    json: { action: "allow", values: ["gmail.com"], expires_at: "2099-01-01T00:00:00Z" },
  });
  for (
    const rule of [
      {
        when: 'phone.country == "TJ" &&\n  ip.country != "TJ"',
        action: "review",
        state: "shadow",
        note: "elsewhere",
      },
      { when: 'custom.plan == "pro"', action: "allow", overrides: "block" },
      { when: 'email.shape == "initial+surname+9999"', action: "tag", tag: "shape-run", state: "live" },
    ]
  ) await app.ask("/v1/rules", { key, json: rule });
  await app.ask("/v1/agent/policy", {
    key,
    method: "PUT",
    json: {
      rules: [{ trigger: "fetcher", methods: ["GET"], action: "allow", reason: "acts for a person" }, {
        action: "deny",
      }],
    },
  });
  await plantCampaign(app, 6, { key });
  await app.ask("/v1/campaigns?fresh=true", { key });
  await app.ask("/v1/hooks", { key, json: { kind: "supabase", mode: "enforce", when_unsure: "allow" } });
  await app.ask("/v1/hooks", { key, json: { kind: "svix", mode: "observe", when_unsure: "allow" } });
  return last;
}

export async function signInWith(page: Page, app: TestApp, key: string): Promise<void> {
  await page.goto(`${app.origin}/console/sign-in`);
  await page.fill("input[name=key]", key);
  await page.click("main button[type=submit]");
  await page.waitForURL("**/console");
}

export function publicPages(): string[] {
  return [
    "/",
    "/signup",
    "/console/sign-in",
    "/docs",
    "/docs/first-score",
    "/docs/reading",
    "/docs/fingerprint",
    "/docs/recipes",
    "/docs/clients",
    "/docs/requests",
    "/docs/backtest",
    "/docs/webhook",
    "/docs/hooks",
    "/docs/events",
    "/docs/campaigns",
    "/docs/appeals",
    "/docs/rules",
    "/docs/conditions",
    "/docs/agents",
    "/docs/minfraud",
    "/docs/keys",
    "/docs/privacy",
    "/docs/self-hosting",
    "/agents/denied?reason=expired&request_id=req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
    "/docs/errors",
    "/docs/api",
    "/docs/api/postScoreUser",
    "/docs/api/deleteRulesRuleId",
  ];
}

/** @param requestId of a score of the account `main` */
export async function consolePages(app: TestApp, requestId: string): Promise<string[]> {
  const { body: { components } } = await app.ask(`/v1/score/${requestId}`);
  const { body: { rings } } = await app.ask("/v1/rings");
  const { body: { hooks } } = await app.ask("/v1/hooks");
  const { accounts } = app.app.services.store;
  const keyId = accounts.keysOf(accounts.accountNamed("main")!.id)[0]!.id;
  const { body: { rules } } = await app.ask("/v1/rules");
  const refs = components.flatMap(({ ref }: { ref: string | null }) => ref ?? []);
  const email = components.find(({ kind }: { kind: string }) => kind === "email").ref;
  const { body: { campaigns } } = await app.ask("/v1/campaigns");
  assert.ok(campaigns.length > 0);
  await sampleAlert(app);
  await sampleSends(app);
  return [
    "/console",
    "/console/campaigns",
    "/console/campaigns?state=ignored",
    `/console/campaigns/${campaigns[0].campaign_id}`,
    "/console/appeals",
    "/console/decisions",
    "/console/challenges",
    "/console/guard",
    "/console/scores",
    `/console/scores?q=${refs[0]}&from=2020-01-01`,
    `/console/scores?facts=${encodeURIComponent('{"custom.plan":[null]}')}&columns=ip.asn,email.shape`,
    `/console/scores/${requestId}`,
    ...refs.map((ref: string) => `/console/values/${ref}`),
    `/console/rules/for/${refs[0]}?action=block&from=${requestId}`,
    `/console/rules/for/${email}?action=trust`,
    "/console/review",
    "/console/rings",
    ...rings.map(({ ring_id }: { ring_id: string }) => `/console/rings/${ring_id}`),
    "/console/outcomes",
    "/console/outcomes/import",
    "/console/report",
    "/console/backtest",
    "/console/rules",
    ...[rules[0], rules.at(-2), rules.at(-1)].map(({ id }: { id: string }) => `/console/rules/${id}`),
    "/console/rules/new?action=block",
    "/console/rules/new?with=condition",
    `/console/rules/new?with=condition&action=block&days=30&list=touched&when=${
      encodeURIComponent('email.domain == "gmail.com"')
    }`,
    "/console/rules/import",
    "/console/agents",
    "/console/people",
    "/console/my-account",
    "/console/keys",
    "/console/hooks",
    `/console/hooks/${hooks[0].hook_id}`,
    `/console/keys?replace=${keyId}`,
    "/console/alerts",
    "/console/webhooks",
    `/console/webhooks/${await sampleWebhook(app)}`,
    "/console/settings?preview=1",
    "/console/settings/thresholds?missedFraud=100&blockedGood=20&cost_review=2",
    "/console/settings/thresholds?review=20&block=60&list=would_change",
    "/console/sources",
    "/docs/api/getScoreIp",
  ];
}
