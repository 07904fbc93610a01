/** Measures whole sign-ups, good and bad ones built from the corpora, by the unified score, for `measure.ts`. */
import type { MeasureMode } from "./measure_ip.ts";
import { atLeast, atMost, atMostCount, auc, type Measure, reported } from "./measure_rows.ts";

export interface Signup {
  readonly ip?: string;
  readonly email?: string;
}

export interface SignupScore {
  readonly risk_score: number;
  readonly verdict: string;
}

/** Scores many sign-ups, in their order. */
type ScoreSignups = (signups: readonly Signup[]) => Promise<SignupScore[]>;

interface Slice {
  readonly name: string;
  readonly signups: readonly Signup[];
  /** True: must be review or block at balanced strictness; otherwise only the rank is reported. */
  readonly caught: boolean;
}

const GOOD = 1000;
const PER_SLICE = 167;
const RELAY = 100;
const FREE = ["gmail.com", "outlook.com", "yahoo.com", "gmx.de", "proton.me", "icloud.com"];

export async function measureSignups(
  score: ScoreSignups,
  corpora: string,
  mode: MeasureMode,
): Promise<Measure[]> {
  const corpus = new Corpus(corpora);
  const good = corpus.good(GOOD);
  const relay = corpus.relay(RELAY);
  const slices = corpus.bad(mode);
  const goodScores = await score(good);
  const relayScores = await score(relay);
  const bad: { slice: Slice; scores: SignupScore[] }[] = [];
  for (const slice of slices) bad.push({ slice, scores: await score(slice.signups) });
  const worse = bad.flatMap(({ slice, scores }) => slice.name.startsWith("network") ? scores : []);
  const identities = await score(
    slices.filter(({ name }) => name.startsWith("network")).flatMap(({ signups }) =>
      signups.map(identityOnly)
    ),
  );
  const ranks = (scores: readonly SignupScore[]) => scores.map((one) => one.risk_score);
  return [
    reported(
      "ROC-AUC of risk_score, good against bad",
      auc(bad.flatMap(({ scores }) => ranks(scores)), ranks(goodScores)),
    ),
    atMost("good sign-ups blocked", shareOf(goodScores, "block"), 0.5),
    reported("good sign-ups allowed", shareOf(goodScores, "allow")),
    atLeast("Apple relay sign-ups allowed", shareOf(relayScores, "allow"), 99),
    ...bad.flatMap(({ slice, scores }) => {
      const caught = 1 - shareOf(scores, "allow");
      const metric = `${slice.name}: review or block`;
      return [
        slice.caught ? atLeast(metric, caught, 90) : reported(metric, caught),
        reported(`${slice.name}: AUC against good`, auc(ranks(scores), ranks(goodScores))),
      ];
    }),
    atMostCount(
      "scores lowered by adding a bad address",
      worse.filter((one, index) => one.risk_score < identities[index]!.risk_score).length,
      0,
    ),
  ];
}

function identityOnly({ email }: Signup): Signup {
  return email === undefined ? {} : { email };
}

/** Builds sign-ups from the corpora's lists at different strides, the same ones in every run. */
class Corpus {
  readonly #folder: string;
  readonly #eyeball: readonly string[];
  readonly #humans: readonly string[];
  readonly #legit: readonly string[];

  constructor(folder: string) {
    this.#folder = folder;
    this.#eyeball = this.#column("residential-ips/eyeball.csv", "ip");
    // Names of people that are valid local parts.
    this.#humans = this.#lines("handles/human.txt").filter((name) =>
      /^[a-z0-9][a-z0-9._-]*[a-z0-9]$/i.test(name)
    );
    this.#legit = this.#lines("legit-domains/top10k.txt");
  }

  good(count: number): Signup[] {
    return Array.from({ length: count }, (_, index) => ({
      ip: at(this.#eyeball, index * 7),
      email: this.#honest(index),
    }));
  }

  relay(count: number): Signup[] {
    const ranges = this.#lines("apple-private-relay/relay-ipv4.txt");
    return Array.from({ length: count }, (_, index) => ({
      ip: at(ranges, index * 13).split("/")[0]!,
      email: this.#honest(index + 5),
    }));
  }

  bad(mode: MeasureMode): Slice[] {
    const clouds = this.#column("cloud-ranges/cloud.csv", "cidr").filter((cidr) => cidr.includes("."));
    const vpn = this.#column("vpn-provider-ips/vpn-servers.csv", "ip");
    const tor = this.#lines("tor-exits/exits-2026-08.txt");
    const disposable = this.#lines("disposable-domains/strong-3of4-lists.txt");
    const machine = this.#column("handles/machine.csv", "handle").filter((name) =>
      /^[a-z0-9._-]+$/i.test(name)
    );
    const forged = this.#column("homographs/positives-eth-phishing.csv", "ascii");
    const network = (list: readonly string[]) =>
      this.#slice((i) => [at(list, i * 3).split("/")[0]!, this.#honest(i + 3)]);
    const identity = (email: (index: number) => string) =>
      this.#slice((index) => [at(this.#eyeball, index * 11 + 1), email(index)]);
    const human = (index: number) => at(this.#humans, index * 17 + 2);
    return [
      // Tor exits are unknown without the exit list.
      { name: "network, Tor", signups: network(tor), caught: mode === "refreshed" },
      { name: "network, VPN", signups: network(vpn), caught: false },
      { name: "network, datacenter", signups: network(clouds), caught: false },
      {
        name: "identity, disposable",
        signups: identity((i) => `${human(i)}@${at(disposable, i * 31)}`),
        caught: true,
      },
      {
        name: "identity, machine-generated local part",
        signups: identity((i) => `${at(machine, i * 5)}@${at(FREE, i)}`),
        caught: false,
      },
      {
        name: "identity, homograph",
        signups: identity((i) => `${human(i)}@${at(forged, i * 3)}`),
        caught: true,
      },
    ];
  }

  #slice(make: (index: number) => readonly [ip: string, email: string]): Signup[] {
    return Array.from({ length: PER_SLICE }, (_, index) => {
      const [ip, email] = make(index);
      return { ip, email };
    });
  }

  #honest(index: number): string {
    const domain = index % 3 === 0 ? at(this.#legit, index * 5) : at(FREE, index);
    return `${at(this.#humans, index * 3)}@${domain}`;
  }

  #lines(file: string): string[] {
    return Deno.readTextFileSync(`${this.#folder}/${file}`).split("\n").map((line) => line.trim())
      .filter((line) => line !== "" && !line.startsWith("#"));
  }

  #column(file: string, name: string): string[] {
    const [heading, ...rows] = this.#lines(file);
    const index = heading!.split(",").indexOf(name);
    return rows.map((row) => row.split(",")[index]!);
  }
}

function at(list: readonly string[], index: number): string {
  return list[index % list.length]!;
}

function shareOf(scores: readonly SignupScore[], verdict: string): number {
  return scores.filter((one) => one.verdict === verdict).length / scores.length;
}
