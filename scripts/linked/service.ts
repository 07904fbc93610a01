/** The real application with a clock that is set, for replaying sign-ups in order. Store in memory, no outgoing traffic. */
import { startApp, type TestApp } from "../../tests/support/app/app.ts";

export type SignupBody = Readonly<Record<string, unknown>>;

export interface Scored {
  readonly request_id: string;
  readonly risk_score: number;
  readonly verdict: "allow" | "review" | "block";
  readonly top_signals: readonly string[];
}

interface Label {
  readonly request_id: string;
  readonly outcome: "fraud" | "legit";
}

/** Labels of one call. */
const MAX_LABELS = 500;

export class ReplayedService implements AsyncDisposable {
  readonly #app: TestApp;
  readonly #clock: { now: number };

  private constructor(app: TestApp, clock: { now: number }) {
    this.#app = app;
    this.#clock = clock;
  }

  /** @param linkage whether links are part of the score @param now milliseconds since the epoch */
  static async start(linkage: "report" | "score", now: number): Promise<ReplayedService> {
    const clock = { now };
    const app = await startApp({ env: { WINNOW_STORE: ":memory:" }, now: () => clock.now });
    const { accounts } = app.app.services.store;
    await accounts.putAccount({ ...accounts.accountNamed("main")!, linkageScoring: linkage });
    return new ReplayedService(app, clock);
  }

  async score(signup: SignupBody, at: number): Promise<Scored> {
    this.#clock.now = at;
    return await this.#post("/v1/score/user", signup) as Scored;
  }

  async label(labels: readonly Label[], at: number): Promise<void> {
    this.#clock.now = at;
    for (let from = 0; from < labels.length; from += MAX_LABELS) {
      await this.#post("/v1/outcome", labels.slice(from, from + MAX_LABELS));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#app[Symbol.asyncDispose]();
  }

  async #post(path: string, json: unknown): Promise<unknown> {
    const headers = { "x-api-key": this.#app.live, "content-type": "application/json" };
    const body = JSON.stringify(json);
    const response = await this.#app.app.fetch(
      new Request(`http://127.0.0.1${path}`, { method: "POST", headers, body }),
    );
    if (response.status !== 200) {
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    }
    return await response.json();
  }
}
