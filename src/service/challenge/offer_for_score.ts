/** A challenge that a site asks for. */
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { offerChallenge, type OfferedChallenge } from "./offer.ts";

interface Asked {
  readonly request_id?: string | undefined;
  readonly action?: string | undefined;
  readonly hostname?: string | undefined;
}

/** Of a stored score of the account, or of none. @throws AppError not_found */
export async function offerForScore(
  services: Services,
  { account, key }: Caller,
  { request_id = "", action = null, hostname = null }: { [name in keyof Asked]: Asked[name] | null },
): Promise<OfferedChallenge> {
  const asked = request_id ?? "";
  const found = asked === "" ? null : await services.store.scores.get(account.id, asked, services.now());
  if (asked !== "" && found?.mode !== key.mode) {
    throw new AppError("not_found", "your account has no score with this request id");
  }
  return offerChallenge(services, {
    account,
    requestId: found?.id ?? null,
    action,
    hostname,
    address: null,
    score: found?.score ?? null,
    verdict: found?.verdict ?? null,
  });
}
