/** The real application in this process, asked over its API, with a clock that is set. Store in a temporary folder, no outgoing traffic. */
import { startApp, type TestApp } from "../../tests/support/app/app.ts";
import type { KnownAddress } from "./addresses.ts";
import type { Signup } from "./people.ts";

export interface Scored {
  readonly request_id: string;
  readonly risk_score: number;
  readonly verdict: "allow" | "review" | "block";
  readonly top_signals: readonly string[];
}

/** As `GET /v1/campaigns` answers it. */
export interface Card {
  readonly campaign_id: string;
  readonly facts: Readonly<Record<string, readonly unknown[]>>;
  readonly text?: string;
  readonly signups: number;
  readonly usual: number;
  readonly share_of_good: number;
  readonly sample: readonly { readonly request_id: string }[];
  readonly links?: Readonly<Record<string, string>>;
  readonly suggested_rule: { readonly when: string; readonly text: string; readonly action: string } | null;
  readonly state: string;
}

const BATCH = 500;

export class MeasuredApp implements AsyncDisposable {
  readonly #app: TestApp;
  readonly #clock: { now: number };
  readonly #key: string;
  /** Milliseconds that finder passes took, the longest and all. */
  readonly passes = { longest: 0, total: 0, count: 0 };
  /** False: the service has no campaigns. */
  hasCampaigns = true;

  private constructor(app: TestApp, clock: { now: number }, key: string) {
    this.#app = app;
    this.#clock = clock;
    this.#key = key;
  }

  /** @param start milliseconds since the epoch */
  static async start(start: number, linkage: "score" | "report"): Promise<MeasuredApp> {
    const clock = { now: start };
    const app = await startApp({ now: () => clock.now, env: { WINNOW_STORE: ":memory:" } });
    const { key } = await app.account("measured", { monthly: null, rpm: 1_000_000 });
    const measured = new MeasuredApp(app, clock, key);
    await measured.#ask("/v1/settings", { method: "PUT", json: { linkage_scoring: linkage } });
    return measured;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#app[Symbol.asyncDispose]();
  }

  /** The clock only goes forward. */
  set now(at: number) {
    this.#clock.now = Math.max(this.#clock.now, Math.floor(at));
  }

  async score(signup: Signup): Promise<Scored> {
    return await this.#ask("/v1/score/user", { json: signup }) as Scored;
  }

  /** The cards that a look at the page shows now: new campaigns. */
  async cards(): Promise<readonly Card[]> {
    const started = performance.now();
    const { status, body } = await this.#app.askDirectly("/v1/campaigns?fresh=true&state=new&limit=100", {
      key: this.#key,
    });
    if (status === 404) {
      this.hasCampaigns = false;
      return [];
    }
    if (status !== 200) throw new Error(`GET /v1/campaigns answered ${status}: ${JSON.stringify(body)}`);
    const took = performance.now() - started;
    this.passes.longest = Math.max(this.passes.longest, took);
    this.passes.total += took;
    this.passes.count++;
    return (body as { campaigns: Card[] }).campaigns;
  }

  async labelFraud(requestIds: readonly string[]): Promise<void> {
    const outcomes = requestIds.map((request_id) => ({ request_id, outcome: "fraud" }));
    await this.#ask("/v1/outcome", { json: { outcomes } });
  }

  /** Makes the rule live. Null: made; else why it was refused. */
  async makeRule({ when, action }: NonNullable<Card["suggested_rule"]>): Promise<string | null> {
    const { status, body } = await this.#app.askDirectly("/v1/rules", {
      key: this.#key,
      json: { when, action, state: "live" },
    });
    return status === 200 ? null : JSON.stringify(body);
  }

  /** Request ids of all stored scores that the rule is true of. */
  async touchedBy({ when, action }: NonNullable<Card["suggested_rule"]>): Promise<Set<string>> {
    const touched = new Set<string>();
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const body = await this.#ask(`/v1/rules?dry_run=true&days=180&list=touched${next}`, {
        json: { when, action },
      }) as { list: { scores: { request_id: string }[]; cursor: string | null } };
      for (const { request_id } of body.list.scores) touched.add(request_id);
      cursor = body.list.cursor;
    } while (cursor !== null);
    return touched;
  }

  async lookUp(addresses: readonly string[]): Promise<KnownAddress[]> {
    const known: KnownAddress[] = [];
    for (let from = 0; from < addresses.length; from += BATCH) {
      const items = addresses.slice(from, from + BATCH);
      const { results } = await this.#ask("/v1/batch", { json: { type: "ip", items } }) as {
        results: {
          geo: { country: string | null; city: string | null };
          signals: { is_datacenter: boolean | null; is_vpn: boolean | null; is_proxy: boolean | null };
        }[];
      };
      known.push(...results.map(({ geo, signals }) => ({
        country: geo.country,
        city: geo.city,
        isHosting: signals.is_datacenter === true,
        isExit: signals.is_vpn === true || signals.is_proxy === true,
      })));
    }
    return known;
  }

  async #ask(path: string, given: { readonly method?: string; readonly json: unknown }): Promise<unknown> {
    const { status, body } = await this.#app.askDirectly(path, { ...given, key: this.#key });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }
}
