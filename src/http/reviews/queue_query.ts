/** The order and the filters of the review queue in an address: of its own page, and of the pages that lead back to it. */
import { COMPONENT_KINDS } from "../../model/component.ts";
import { AppError } from "../../model/error.ts";
import { type QueueRequest, REVIEW_ORDERS, type ReviewOrder } from "../../service/reviews/queue.ts";

/** `min_score` and `max_score` are whole numbers. */
export const QUEUE_FIELDS = [
  "sort",
  "assigned",
  "min_score",
  "max_score",
  "finding",
  "component",
  "rule",
  "tag",
] as const;
type QueueField = typeof QUEUE_FIELDS[number];
/** As texts; "": not given. */
export type QueueQuery = Readonly<Record<QueueField, string>>;

export const DEFAULT_ORDER: ReviewOrder = "newest";
/** Longer texts fit nothing that is stored. */
const MAX_TEXT = 128;

/** @param text of a field, "" where it is not given */
export function queueQuery(text: (field: QueueField) => string): QueueQuery {
  const fields = QUEUE_FIELDS.map((field) => [field, text(field).trim().slice(0, MAX_TEXT)] as const);
  return Object.fromEntries(fields) as Record<QueueField, string>; // of all of them
}

/** @param text as `queueText` made it */
export function readQueueText(text: string): QueueQuery {
  const fields = new URLSearchParams(text);
  return queueQuery((field) => fields.get(field) ?? "");
}

/** Without a question mark; "" for the default. @param more further parameters */
export function queueText(query: QueueQuery, more: Readonly<Record<string, string>> = {}): string {
  const isGiven = (field: QueueField) =>
    query[field] !== "" && !(field === "sort" && query.sort === DEFAULT_ORDER);
  const given = QUEUE_FIELDS.filter(isGiven).map((field) => [field, query[field]]);
  return new URLSearchParams([...given, ...Object.entries(more)]).toString();
}

/** @param more further parameters */
export function queueAddress(query: QueueQuery, more: Readonly<Record<string, string>> = {}): string {
  const text = queueText(query, more);
  return text === "" ? "/console/review" : `/console/review?${text}`;
}

/** @throws AppError invalid_value, naming the field */
export function queueRequest(query: QueueQuery): QueueRequest {
  const refuse = (field: QueueField, why: string) =>
    new AppError("invalid_value", `${FIELD_NAMES[field]}: ${why}.`, {
      errors: [{ parameter: field, detail: why }],
    });
  const sort = query.sort === "" ? DEFAULT_ORDER : REVIEW_ORDERS.find((order) => order === query.sort);
  if (sort === undefined) throw refuse("sort", `must be one of ${REVIEW_ORDERS.join(", ")}`);
  const component = COMPONENT_KINDS.find((kind) => kind === query.component) ?? null;
  if (component === null && query.component !== "") throw refuse("component", "is not a component");
  const scoreOf = (field: "min_score" | "max_score") => {
    if (query[field] === "") return null;
    const score = /^\d{1,3}$/.test(query[field]) ? Number(query[field]) : NaN;
    if (!(score <= 100)) throw refuse(field, "must be a whole number from 0 to 100");
    return score;
  };
  return {
    sort,
    assigned: query.assigned || null,
    filter: {
      component,
      minScore: scoreOf("min_score"),
      maxScore: scoreOf("max_score"),
      finding: query.finding || null,
      rule: query.rule || null,
      tag: query.tag || null,
    },
  };
}

const FIELD_NAMES: Readonly<Record<QueueField, string>> = {
  sort: "Order",
  assigned: "Assigned to",
  min_score: "Score from",
  max_score: "Score to",
  finding: "Finding",
  component: "Component",
  rule: "Rule",
  tag: "Tag",
};
