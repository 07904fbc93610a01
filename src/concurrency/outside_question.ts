/** Questions to outside sources: what one is, why one is not asked, and the limits of a source (`FairScheduler`). */
import type { CutOffOptions } from "./cut_offs.ts";
import type { SourceMeter } from "./measure/source_meter.ts";

/** Why a question was not asked. It says nothing about what was asked for, so it is never cached. */
export type Declined =
  | "full" // too many questions of the account are waiting
  | "silent" // the zone has left the account's questions unanswered
  | "dropped" // no caller waited for it any more
  | "memory"; // the caller takes only what is in memory

export const DECLINED_TEXT: Readonly<Record<Declined, string>> = {
  full: "too many questions of this account are waiting",
  silent: "not asked: the zone has not answered lately",
  dropped: "not asked in time",
  memory: "not in memory, and this request asks no outside source",
};

export interface FairOptions<T> {
  /** Questions in flight at most; one account alone has half of them. */
  readonly slots: number;
  /** Of these for one zone; one account alone has half of them. */
  readonly zoneSlots: number;
  /** Questions that wait, at most; one account alone has half of them. */
  readonly maxWaiting: number;
  /** How long a question is kept that no caller waits for any more: the next call may want it. */
  readonly lingerMs: number;
  /** The answer to a caller whose question is not asked. */
  readonly declined: (why: Declined) => T;
  /** Counts what is asked. */
  readonly meter?: SourceMeter | undefined;
  /** Absent: no zone is cut off. */
  readonly cutOff?: CutOffOptions & {
    /** True for an answer that means that the zone stayed silent. */
    readonly isSilent: (answer: T) => boolean;
  };
}

export interface OutsideQuestion<T> {
  /** Equal keys are one question. */
  readonly key: string;
  /** What may stay silent as a whole: a registrable domain, a host, a server. */
  readonly zone: string;
  readonly work: () => Promise<T>;
}
