/** `appeal.opened` and `appeal.decided`, as parts of the commits that they tell of. No event holds what the person wrote. */
import type { Who } from "../../model/access/who.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Change } from "../../records/change.ts";
import type { Services } from "../context.ts";

interface AppealNamed {
  readonly account: string;
  readonly appealId: string;
  readonly requestId: string;
  readonly userId: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface AppealDecided extends AppealNamed {
  readonly decision: "accepted" | "refused";
  readonly by: Who;
  readonly note: string | null;
}

export function appealOpened({ webhooks }: Pick<Services, "webhooks">, appeal: AppealNamed): Change {
  const { account } = appeal;
  const id = `${appeal.appealId}_opened`;
  return webhooks.events.change([{ account, type: "appeal.opened", id, data: dataOf(appeal) }]);
}

export function appealDecided({ webhooks }: Pick<Services, "webhooks">, appeal: AppealDecided): Change {
  const { account, decision, by, note } = appeal;
  const id = `${appeal.appealId}_decided`;
  const data = { ...dataOf(appeal), decision, note, by: by.name, by_id: by.id };
  return webhooks.events.change([{ account, type: "appeal.decided", id, data }]);
}

function dataOf({ appealId, requestId, userId, at }: AppealNamed) {
  return { appeal_id: appealId, request_id: requestId, user_id: userId, at: timestamp(at) };
}
