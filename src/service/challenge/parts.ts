/** What challenges need besides the store. */
import { Seal } from "../../records/seal.ts";

export interface ChallengeParts {
  /** Of the addresses of challenges. */
  readonly ids: Seal;
  readonly tokens: Seal;
  /** Of the cookies of visitors who passed at the edge. */
  readonly passes: Seal;
  /** Of when a waiting form was shown. */
  readonly starts: Seal;
}

export function openChallenges(secret: string, previous: readonly string[]): ChallengeParts {
  const seal = (name: string) => new Seal(secret, `challenge-${name}`, previous);
  return { ids: seal("id"), tokens: seal("token"), passes: seal("pass"), starts: seal("start") };
}
