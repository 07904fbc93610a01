/**
 * Replays sign-ups of the past in order of time: each is scored by `scoreSignup`, by a clock that shows its time, with the
 * account's own labels that were known by then.
 */
import { AppError } from "../../model/error.ts";
import type { Caller, Outcome } from "../../model/records.ts";
import type { Strictness } from "../../model/verdict.ts";
import type { Services } from "../context.ts";
import { labelOutcomes } from "../feedback/outcome.ts";
import { readSignupForReview, type SignupFields } from "../score/read_signup.ts";
import { scoreSignup, type SignupScore } from "../score/score_signup.ts";

/** A clock that is set. */
export interface SetClock {
  now: number;
}

export interface ReplayOptions {
  readonly strictness: Strictness;
  /** A label is known so long after its sign-up. */
  readonly labelDelayMs: number;
}

/** A row that the API would refuse. */
export class RefusedRow extends Error {
  override readonly name = "RefusedRow";
}

export class Replay {
  readonly #services: Services;
  readonly #caller: Caller;
  readonly #clock: SetClock;
  readonly #options: ReplayOptions;
  /** In order of time; those before `#given` have been given. */
  #labels: { readonly due: number; readonly requestId: string; readonly outcome: Outcome }[] = [];
  #given = 0;

  /** @param services of a store of its own, whose clock is `clock` */
  constructor(services: Services, caller: Caller, clock: SetClock, options: ReplayOptions) {
    this.#services = services;
    this.#caller = caller;
    this.#clock = clock;
    this.#options = options;
  }

  /**
   * Scores one sign-up, which is not earlier than the one before, as with `on_invalid=review`: a field that cannot be read is
   * left out, and the verdict is at least review.
   * @throws RefusedRow
   */
  async score(fields: SignupFields, at: number, label: Outcome | null): Promise<SignupScore> {
    const { strictness, labelDelayMs } = this.#options;
    const refuse = (field: string, why: string) =>
      field === "" ? new RefusedRow("it has no value") : new AppError("invalid_value", why);
    const { invalid = [], ...read } = readSignupForReview(this.#services.valueReader, { ...fields }, refuse);
    const signup = invalid.length === 0 ? read : { ...read, invalid };
    await this.#giveLabels(at);
    this.#clock.now = at;
    const context = { caller: this.#caller, strictness, via: "user", started: performance.now() } as const;
    const result = await scoreSignup(this.#services, context, signup);
    if (label !== null) {
      this.#labels.push({ due: at + labelDelayMs, requestId: result.requestId, outcome: label });
    }
    return result;
  }

  /** Each at the moment it became known. */
  async #giveLabels(until: number): Promise<void> {
    for (; this.#given < this.#labels.length; this.#given++) {
      const { due, ...entry } = this.#labels[this.#given]!;
      if (due > until) break;
      this.#clock.now = due;
      await labelOutcomes(this.#services, this.#caller, [entry]);
    }
    if (this.#given < MAX_GIVEN) return;
    this.#labels = this.#labels.slice(this.#given);
    this.#given = 0;
  }
}

/** Maximum of given labels that are kept. */
const MAX_GIVEN = 1_000;
