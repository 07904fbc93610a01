/** A value for the console: what is known of it, and its newest scores. */
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { searchScores } from "../cases/search.ts";
import { ANY_SCORE, readSearch } from "../cases/search_request.ts";
import { valueOf } from "../cases/value.ts";
import type { Services } from "../context.ts";

const NEWEST_SHOWN = 10;

export type ValueView = Awaited<ReturnType<typeof valueView>>;

/** @throws AppError not_found when the account has no stored score with it */
export async function valueView(services: Services, caller: Caller, ref: string) {
  const { value, mode } = await liveOrTest(services, caller, ref);
  const refuse = () => new AppError("not_found", "Your account has no scores with this value.");
  const request = { ...ANY_SCORE, mode, value: ref };
  const search = await readSearch(services, caller, request, refuse);
  const { found } = await searchScores(
    services,
    caller,
    search,
    { limit: NEWEST_SHOWN, cursor: null, uncounted: true },
    refuse,
  );
  return { ...value, mode, newest: found };
}

/** What is known of a value from scores of live keys; where only test keys have scored it, of those. @throws as `valueOf` */
export async function liveOrTest(services: Services, caller: Caller, ref: string) {
  try {
    return { value: await valueOf(services, caller, ref, "live"), mode: "live" as const };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    return { value: await valueOf(services, caller, ref, "test"), mode: "test" as const };
  }
}
