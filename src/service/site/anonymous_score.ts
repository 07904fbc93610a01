/** Scores for visitors of the service's own pages (the try box, sign-up). */
import { invalidParameter } from "../../model/error.ts";
import { DEFAULT_STRICTNESS } from "../../model/verdict.ts";
import { unsupported } from "../../signals/email/mailbox/mailbox_answer.ts";
import type { Services } from "../context.ts";
import { internalContext } from "../score/internal_caller.ts";
import { readSignup, type SignupFields } from "../score/read_signup.ts";
import { scoreSignup, type SignupScore } from "../score/score_signup.ts";

/** Anonymous callers never trigger a mailbox probe, nor put one into the queue. */
export const NO_MAILBOXES = { verify: () => Promise.resolve(unsupported("disabled")) };

/** @throws AppError invalid_value naming the field */
export async function scoreAnonymously(
  services: Services,
  fields: SignupFields,
  started: number,
): Promise<SignupScore> {
  const refuse = (field: string, why: string) => invalidParameter(field === "" ? "ip" : field, why);
  const withoutProbes: Services = { ...services, sources: { ...services.sources, mailboxes: NO_MAILBOXES } };
  const signup = readSignup(services.valueReader, fields, refuse);
  return await scoreSignup(withoutProbes, internalContext(DEFAULT_STRICTNESS, started), signup);
}
