/** Ordinary people of a planted population: what each would send. */
import { Random } from "./random.ts";

export interface Person {
  readonly ip: string;
  readonly email: string;
  readonly device_id: string;
  readonly phone?: string;
  readonly device_signals?: Readonly<Record<string, unknown>>;
}

const FREE = ["gmail.com", "outlook.com", "yahoo.com", "gmx.de", "icloud.com"];
const COMPANIES = 400;

/** What one iPhone's browser says, as every one of its model does. */
const IPHONE = {
  user_agent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  webgl_renderer: "Apple GPU",
};
const IPHONE_MODELS = 8;

export class People {
  readonly random: Random;
  readonly #names: readonly (readonly [first: string, last: string])[];
  readonly #addresses: readonly string[];
  readonly #used = new Set<string>();

  /** @param corpora its lists of names of people and of addresses of subscribers */
  constructor(corpora: string, seed: number) {
    this.random = new Random(seed);
    this.#names = lines(`${corpora}/handles/human.txt`).flatMap((name) => {
      const parts = /^([a-z]{2,})[._]([a-z]{2,})$/.exec(name);
      return parts === null ? [] : [[parts[1]!, parts[2]!] as const];
    });
    this.#addresses = lines(`${corpora}/residential-ips/eyeball.csv`).slice(1).map((line) =>
      line.split(",")[0]!
    );
  }

  /** Somebody at home, most with a free address and some with one of an employer's. */
  ordinary(): Person {
    const { random } = this;
    const domain = random.chance(0.85)
      ? random.of(FREE)
      : `${random.of(WORDS)}${random.below(COMPANIES)}.com`;
    const person = { ip: this.home(), email: this.email(domain), device_id: random.hex(32) };
    return random.chance(0.5) ? { ...person, phone: this.phone() } : person;
  }

  /** An iPhone, whose id all of its model have. */
  withIphone(person: Person): Person {
    const model = this.random.below(IPHONE_MODELS);
    return { ...person, device_id: `1f0e${model}`.padEnd(32, "0"), device_signals: IPHONE };
  }

  /** An address in the network of a household; neighbours share it at times. */
  home(): string {
    const near = this.random.of(this.#addresses).split(".").slice(0, 3).join(".");
    return `${near}.${1 + this.random.below(254)}`;
  }

  name(): readonly [first: string, last: string] {
    return [this.random.of(this.#names)[0], this.random.of(this.#names)[1]];
  }

  /** An address that was not used before. */
  email(domain: string): string {
    for (;;) {
      const [first, last] = this.name();
      const { random } = this;
      const digits = random.chance(0.4) ? String(random.below(random.chance(0.5) ? 100 : 2010)) : "";
      const local = random.of([
        `${first}.${last}`,
        `${first}${last}`,
        `${first[0]}${last}`,
        `${first}.${last[0]}`,
      ]);
      const email = `${local}${digits}@${domain}`;
      if (this.take(email)) return email;
    }
  }

  /** False when somebody has it. */
  take(email: string): boolean {
    if (this.#used.has(email)) return false;
    this.#used.add(email);
    return true;
  }

  /** A number of a large American city. */
  phone(): string {
    const { random } = this;
    const area = random.of(["212", "312", "415", "617", "206", "305", "713", "404"]);
    return `+1${area}${2 + random.below(7)}${20 + random.below(30)}${
      String(random.below(1e4)).padStart(4, "0")
    }`;
  }
}

const WORDS = ["northwind", "bluepeak", "harbor", "alder", "keystone", "meridian", "sunrise", "granite"];

function lines(path: string): string[] {
  return Deno.readTextFileSync(path).split("\n").map((line) => line.trim()).filter((line) => line !== "");
}
