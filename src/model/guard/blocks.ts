/** What is refused for a while: each time for longer, lifted to half by a verification, or lifted by hand. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../duration.ts";

/** How long the first, second … block of a subject lasts. */
const BLOCK_STEPS = [10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS] as const;
/** After this time without a block, the next one is a first one. */
const CALM_MS = DAY_MS;

export const BLOCK_KINDS = ["block", "carrier", "mailbox"] as const;
export type BlockKind = typeof BLOCK_KINDS[number];

/** What is blocked: of a block and a mailbox its hash, of a carrier its country and name. */
export interface BlockSubject {
  readonly kind: BlockKind;
  readonly name: string;
}

/** A block begins. */
export interface BlockBegin {
  readonly at: number;
  readonly type: "blocked";
  readonly level: number;
  readonly until: number;
  readonly why: string;
  /** As people are shown it: a block of numbers, a carrier, a masked mailbox. */
  readonly shown: string;
}

/** Something that happened to a subject. */
export type BlockEvent =
  | BlockBegin
  | { readonly at: number; readonly type: "verified" }
  | { readonly at: number; readonly type: "lifted" };

export interface BlockState {
  /** From 1; 0: never blocked. */
  readonly level: number;
  readonly from: number;
  readonly until: number;
  readonly why: string;
  readonly shown: string;
  /** What was before counts no more: it was lifted by hand. */
  readonly liftedAt: number;
}

export const NO_BLOCK: BlockState = { level: 0, from: 0, until: 0, why: "", shown: "", liftedAt: 0 };

export function subjectText({ kind, name }: BlockSubject): string {
  return `${kind} ${name}`;
}

function afterEvent(state: BlockState, event: BlockEvent): BlockState {
  if (event.type === "lifted") return { ...state, level: 0, until: event.at, liftedAt: event.at };
  if (event.type === "verified") {
    if (state.until <= event.at) return state;
    return { ...state, until: event.at + (state.until - event.at) / 2 };
  }
  // Two nodes may have seen it at the same moment: it is one block.
  if (event.level < state.level && event.at < state.until) return state;
  const { level, at: from, until, why, shown } = event;
  return { ...state, level, from, until, why, shown };
}

/** Folded in their order of time. */
export function blockState(events: readonly BlockEvent[]): BlockState {
  return events.reduce(afterEvent, NO_BLOCK);
}

/** The block that begins now. */
export function nextBlock(
  state: BlockState,
  { at, why, shown }: { readonly at: number; readonly why: string; readonly shown: string },
): BlockBegin {
  const calm = state.level > 0 && at - state.until >= CALM_MS;
  const level = Math.min(BLOCK_STEPS.length, (calm ? 0 : state.level) + 1);
  return { at, type: "blocked", level, until: at + BLOCK_STEPS[level - 1]!, why, shown };
}
