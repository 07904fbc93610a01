/** How `deno task test` schedules the files of tests: two processes at a time in any order, but for those that are named here. */

/** Files that run after the others, one at a time with nothing beside them, and why. */
export const ALONE: Readonly<Record<string, string>> = {
  "tests/contract/cluster/feeds_test.ts": "holds three nodes to ten seconds",
};

/** Files that mostly wait, and for what: one at a time, while two of the others work. The longest come first. */
export const BESIDE: Readonly<Record<string, string>> = {
  "tests/contract/store/durability_test.ts": "the lease of a killed server",
  "tests/contract/hooks/ssf_kill_test.ts": "the lease of a killed server",
  "tests/contract/cluster/counts_test.ts": "nodes that settle after one has left",
  "tests/contract/examples/clerk_decision_test.ts": "services that do not answer",
  "tests/contract/cluster/postgres_test.ts": "the changes of other nodes",
  "tests/contract/cluster/clock_skew_test.ts": "measurements of the clock",
  "tests/contract/examples/signup_servers_test.ts": "services that do not answer",
  "tests/unit/db/postgres/connection_test.ts": "a connection that cannot be opened",
  "tests/contract/operations/telemetry_test.ts": "the intervals of exports",
  "tests/contract/server/locked_store_test.ts": "a locked store",
  "tests/contract/server/suspended_test.ts": "suspensions",
  "tests/contract/clients/unavailable_test.ts": "services that do not answer",
  "tests/contract/examples/stripe_webhook_test.ts": "services that do not answer",
  "tests/contract/examples/keycloak_poller_test.ts": "services that do not answer",
  "tests/contract/cluster/limits_test.ts": "windows of limits",
  "tests/contract/cluster/keys_test.ts": "the changes of other nodes",
  "tests/contract/cluster/rules_test.ts": "the changes of other nodes",
  "tests/contract/clients/retries_test.ts": "pauses between attempts",
};

/** Files that share no process with others, and why. `scripts/test/groups.ts` finds what changes or measures the process. */
export const SINGLE: Readonly<Record<string, string>> = {};

/** Files that take longest start first, so that the run does not end with one of them. */
export const LONG: readonly string[] = [
  "tests/contract/http/hostile_text_test.ts",
  "tests/contract/clients/python_client_test.ts",
  "tests/contract/examples/recipes_test.ts",
  "tests/browser/console_pages_test.ts",
  "tests/contract/server/workers_test.ts",
  "tests/contract/cluster/faults_test.ts",
  "tests/contract/clients/guide_test.ts",
  "tests/binary/compile_test.ts",
  "tests/browser/fp_automation_test.ts",
];
