/** Counts of what proxies were told. */
import { Counter, type Registry } from "../prometheus.ts";

/** `unavailable`: passed without a verdict. */
const EDGE_VERDICTS = ["allow", "review", "block", "unavailable"] as const;
type EdgeVerdict = (typeof EDGE_VERDICTS)[number];

export class EdgeCounts {
  readonly #checks: InstanceType<typeof Counter>;
  readonly #open: InstanceType<typeof Counter>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#checks = new Counter({
      name: "winnow_edge_checks_total",
      help: "Visitors' requests that proxies asked about, by verdict",
      labelNames: ["verdict"],
      registers,
    });
    for (const verdict of EDGE_VERDICTS) this.#checks.inc({ verdict }, 0);
    this.#open = new Counter({
      name: "winnow_edge_open_total",
      help: "Visitors' requests that passed because nothing could be said about them",
      registers,
    });
  }

  add(verdict: EdgeVerdict): void {
    this.#checks.inc({ verdict });
    if (verdict === "unavailable") this.#open.inc();
  }
}
