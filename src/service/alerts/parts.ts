/** What service functions use of alerts. Constructed once, by app/app.ts. */
import type { AlertKind } from "../../model/alerts/alert.ts";
import type { JobQueue } from "../../records/endpoints/job_queues.ts";
import type { Seal } from "../../records/seal.ts";
import type { AlertDelivery } from "./delivery.ts";
import type { AlertMessage } from "./message.ts";

/** An alert that spoke. */
export interface Spoken {
  readonly alert: string;
  readonly kind: AlertKind;
  readonly text: string;
}

export interface AlertParts {
  readonly jobs: JobQueue<AlertMessage>;
  /** Encrypts addresses. */
  readonly seal: Seal;
  readonly delivery: AlertDelivery;
  readonly watch: {
    /** Looks at the alerts of an account now. @param onRead called with the number of scores that were read */
    check(account: string, onRead: (rows: number) => void): Promise<readonly Spoken[]>;
  };
  /** An alert was changed: its lane may be open now. */
  readonly reconsider: () => void;
}
