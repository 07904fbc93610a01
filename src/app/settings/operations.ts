/** Settings of the log and the metrics. */
import { LOG_LEVELS } from "../../model/log.ts";
import { boolean, listenAddress, oneOf, setting } from "./setting.ts";

const format = oneOf("json", "text");

export const OPERATIONS_SETTINGS = {
  metricsAddr: setting({
    name: "WINNOW_METRICS_ADDR",
    shown: "the main address",
    about: "`ip:port` that serves `/metrics`; the main address then does not",
    parse: listenAddress,
  }),
  log: setting({
    name: "WINNOW_LOG",
    shown: "`text` on a terminal, otherwise `json`",
    about: "How the log is written to standard error: `json` or `text`, one line per event",
    parse: (text) => text === "" ? null : format(text),
  }),
  logLevel: setting({
    name: "WINNOW_LOG_LEVEL",
    default: "info",
    about: "Lowest level that is logged: `debug`, `info`, `warn` or `error`",
    parse: oneOf(...LOG_LEVELS),
  }),
  accessLog: setting({
    name: "WINNOW_ACCESS_LOG",
    default: "false",
    about:
      "`true`: one event per request, with its route and status and without anything that the caller sent",
    parse: boolean,
  }),
};
