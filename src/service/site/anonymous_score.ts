/** Scores for the service's own pages (the try box, sign-up): by a test-mode caller of the house, unbilled, and nothing is kept. */
import type { AppError } from "../../model/error.ts";
import { invalidParameter } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { unsupported } from "../../signals/email/mailbox/mailbox_answer.ts";
import { DEFAULT_STRICTNESS } from "../../model/verdict.ts";
import type { Services } from "../context.ts";
import { readSignup, type SignupFields } from "../score/read_signup.ts";
import { scoreSignup, type SignupScore } from "../score/score_signup.ts";

const HOUSE: Caller = {
  account: {
    id: "acc_house",
    name: "the service itself",
    createdAt: 0,
    paused: false,
    monthlyQuota: 0,
    madeBy: "operator",
  },
  key: {
    id: "key_house",
    account: "acc_house",
    mode: "test",
    name: "",
    hash: "",
    tail: "",
    ratePerMinute: 0,
    createdAt: 0,
    revokedAt: null,
  },
};

/** A stranger's typing makes this machine ask nobody's mail server, and puts nothing into the queue of questions. */
const NO_MAILBOXES = { ask: () => Promise.resolve(unsupported("disabled")) };

/** @throws AppError invalid_value naming the field */
export async function scoreForTheHouse(
  services: Services,
  fields: SignupFields,
  started: number,
): Promise<SignupScore> {
  const refuse = (field: string, why: string): AppError => invalidParameter(field === "" ? "ip" : field, why);
  const asked = {
    caller: HOUSE,
    strictness: DEFAULT_STRICTNESS,
    via: "console",
    started,
    keep: false,
  } as const;
  const house: Services = { ...services, sources: { ...services.sources, mailboxes: NO_MAILBOXES } };
  return await scoreSignup(house, asked, readSignup(fields, refuse));
}
