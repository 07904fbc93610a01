/** A scored request on its way to the store. */
import type { CustomerReason } from "../../model/customer_reason.ts";
import type { ScoreRecord } from "../../model/records.ts";
import type { PendingScore } from "../../records/scores/scores.ts";
import type { Decision } from "./decision.ts";

/** A request, or an entry of a batch, as it is recorded. */
export interface ScoredRequest {
  readonly pending: PendingScore;
  readonly subject: ScoreRecord["subject"];
  readonly score: number;
  readonly verdict: ScoreRecord["verdict"];
  readonly summary: string | null;
  readonly topSignals: readonly string[];
  readonly rule: ScoreRecord["rule"];
  readonly agentDecision: ScoreRecord["agentDecision"];
  readonly decisions: readonly Decision[];
  /** As `decisionText` writes it, when that was done before. */
  readonly decisionText?: string;
  /** Hash of the customer's own id of the event. */
  readonly transaction?: string;
  readonly signup?: ScoreRecord["signup"];
  /** Absent: those of its components. */
  readonly facts?: ScoreRecord["facts"];
  readonly conditions?: ScoreRecord["conditions"];
  /** Of a sign-up: what its person may hear; null on allow. It is not stored: it follows from the rest. */
  readonly customerReason?: CustomerReason | null;
}
