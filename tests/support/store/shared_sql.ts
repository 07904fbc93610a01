/** What the store's SQL leaves out, so that databases of PostgreSQL's protocol that are spread over machines take it. */

/** Of a statement in lower case, without its literals. */
const FORBIDDEN: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["advisory locks", /\bpg_(try_)?advisory/],
  ["LISTEN and NOTIFY in what the store relies on", /^(listen|notify|unlisten)\b|\bpg_notify\b/],
  ["COPY FREEZE", /^copy\b.*\bfreeze\b/],
  ["locks of tables", /^lock\b/],
  ["rows that are locked other than by key", /\bfor (no key )?(update|share)\b|\bfor key share\b/],
  ["SKIP LOCKED and NOWAIT", /\b(skip locked|nowait)\b/],
  ["cursors", /^(declare|fetch|move)\b|\bwith hold\b/],
  ["temporary and unlogged tables", /^create (global |local )?(temp|temporary|unlogged)\b/],
  [
    "functions, triggers, extensions, rules",
    /^create (or replace )?(function|procedure|trigger|extension|rule)\b|^do\b/,
  ],
  ["sequences", /\b(big|small)?serial\b|\bnextval\b|\bgenerated\b.*\bas identity\b/],
  ["system columns", /\b(ctid|xmin|xmax|tableoid)\b/],
  ["system tables", /\bpg_(class|catalog|stat\w*|locks|namespace|settings|database|attribute)\b/],
  ["partitions and inheritance of the server", /\bpartition (by|of)\b|\binherits\b/],
  ["two-phase commits and savepoints", /^(prepare transaction|commit prepared|savepoint)\b/],
  ["housekeeping", /^(vacuum|analyze|cluster|reindex|checkpoint)\b/],
  ["MERGE", /^merge\b|\bmerge into\b/],
  ["constraints by name", /\bon conflict on constraint\b/],
  ["settings of the session", /^(set|reset|discard)\b(?! transaction)/],
  ["deferred constraints and exclusion", /\b(deferrable|exclude using)\b/],
];

/** A lock of rows that are named by their whole key. */
const BY_KEY =
  /\bwhere (\w+\.)?key (= \$\d+|= any\(\$\d+(::bytea\[\])?\))( order by key)? for (no key )?update\b/;

/** What a statement uses that is not shared; empty: it may be sent. */
export function notShared(text: string): string[] {
  const plain = text.toLowerCase().replace(/'[^']*'/g, "''").replace(/\s+/g, " ").trim();
  const unlocked = plain.replace(BY_KEY, "");
  return FORBIDDEN.filter(([, pattern]) => pattern.test(unlocked)).map(([what]) => what);
}
