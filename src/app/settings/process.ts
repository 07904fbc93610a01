/** Settings of the processes: how many there are, how one follows another, and what each takes on. */
import { boolean, integer, optional, setting } from "./setting.ts";

export const PROCESS_SETTINGS = {
  reusePort: setting({
    name: "WINNOW_REUSE_PORT",
    default: "false",
    about:
      "`true`: a new server may listen on the port while the old one still does, for a restart without a refused connection, see `docs/operations.md`",
    parse: boolean,
  }),
  workers: setting({
    name: "WINNOW_WORKERS",
    default: "1",
    about:
      "Processes that share the port, on PostgreSQL or on the embedded store, which gets a process of its own then",
    parse: integer(1, 64),
  }),
  maxInFlight: setting({
    name: "WINNOW_MAX_IN_FLIGHT",
    default: "1000",
    about:
      "Requests in progress at a time in each process, a quarter of them of one account; more are answered with 503 (a batch counts as 32, and an account has two at a time; messages to hooks are counted apart, with the same limit)",
    parse: integer(8, 1_000_000),
  }),
  commit: setting({
    name: "WINNOW_COMMIT",
    shown: "from the build, or git",
    about: "Commit of the program that `winnow version` shows; also read by `deno task compile`",
    parse: (text) => {
      if (!/^([0-9a-f]{7,64})?$/.test(text)) throw new Error("a commit in hex digits");
      return optional(text);
    },
  }),
};
