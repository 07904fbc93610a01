/** People of a generated population: names, addresses, numbers and what their browsers send. */
import { parsePhoneNumberWithError } from "libphonenumber-js/max";
import { allLocales, type LocaleDefinition } from "@faker-js/faker";
import { MINUTE_MS } from "../../src/model/duration.ts";
import { latinLocalPart } from "../../src/signals/email/machine_generated.ts";
import { TimeZones } from "../../src/signals/device/timezone.ts";
import { Random } from "../linked/random.ts";
import { type Addresses, hostIn } from "./addresses.ts";
import { COUNTRIES, type Country } from "./countries.ts";
import { type Device, deviceOf, weighted } from "./devices.ts";

/** A body of `POST /v1/score/user`. */
export interface Signup {
  readonly ip: string;
  readonly email: string;
  readonly phone?: string;
  readonly device_id?: string;
  readonly device_signals?: Readonly<Record<string, unknown>>;
  readonly device_automation?: Readonly<Record<string, boolean>>;
  readonly referral?: string;
  readonly user_id: string;
  readonly custom: Readonly<Record<string, string | number | boolean>>;
}

/** Somebody, before it is known when he signs up. */
export interface Person {
  readonly country: Country;
  readonly zone: string;
  readonly languages: string;
  readonly first: string;
  readonly last: string;
  readonly ip: string;
  readonly email: string;
  readonly phone: string | null;
  readonly device: Device | null;
  readonly referral: string | null;
  readonly plan: string;
  readonly source: string;
}

const NO_AUTOMATION = {
  webdriver: false,
  automation_globals: false,
  headless_ua: false,
  zero_screen: false,
  no_plugins: false,
  no_languages: false,
};

const SHARE = { phone: 0.5, noDevice: 0.035, mobile: 0.3, company: 0.1, friend: 0.06 } as const;

export class People {
  readonly random: Random;
  readonly addresses: Addresses;
  readonly #names = new Map<
    string,
    { readonly given: readonly string[]; readonly family: readonly string[] }
  >();
  readonly #used = new Set<string>();
  readonly #companies: string[] = [];
  readonly #codes: string[] = [];
  readonly #zones = new TimeZones();
  #count = 0;

  constructor(seed: number, addresses: Addresses) {
    this.random = new Random(seed);
    this.addresses = addresses;
  }

  country(): Country {
    return weighted(this.random, COUNTRIES.map((country) => [country.weight, country] as const));
  }

  /** Somebody at home or on a phone, with an address of a provider or an employer. */
  ordinary(country = this.country()): Person {
    const { random } = this;
    const [first, last] = this.name(country);
    const isMobile = random.chance(SHARE.mobile);
    const [zone, languages] = [random.of(country.zones), random.of(country.languages)];
    const email = random.chance(SHARE.company)
      ? this.at(this.#company(country), `${first}.${last}`)
      : this.free(country, first, last);
    return {
      ...{ country, zone, languages, first, last, email },
      ip: isMobile ? this.onPhone(country) : this.home(country),
      phone: random.chance(SHARE.phone) ? this.phone(country) : null,
      device: random.chance(SHARE.noDevice) ? null : deviceOf(random),
      referral: random.chance(SHARE.friend) ? this.#friend() : null,
      plan: weighted(random, [[60, "free"], [28, "trial"], [10, "pro"], [2, "team"]] as const),
      source: weighted(random, [[45, "search"], [25, "ads"], [20, "friend"], [10, "blog"]] as const),
    };
  }

  home(country: Country): string {
    return hostIn(this.random, this.addresses.subnet(this.random, this.random.of(country.lines)));
  }

  /** Of the gateways of a mobile operator, whose addresses many people share. */
  onPhone(country: Country): string {
    const { random } = this;
    return `${this.addresses.gateway(random, random.of(country.mobile))}.${1 + random.below(60)}`;
  }

  /** One of a range that is assigned. */
  phone({ phones }: Country): string {
    for (;;) {
      const [prefix, digits] = this.random.of(phones);
      const phone = `${prefix}${this.digits(digits)}`;
      if (parsePhoneNumberWithError(phone).isValid()) return phone;
    }
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.random.below(10)).join("");
  }

  name(country: Country): readonly [first: string, last: string] {
    const { given, family } = this.#namesOf(country.names);
    return [this.random.of(given), this.random.of(family)];
  }

  /** An address that nobody has yet, at a provider of the country. */
  free(country: Country, first: string, last: string): string {
    const { random } = this;
    for (;;) {
      const email = `${this.#local(first, last)}@${random.of(country.free)}`;
      if (this.take(email)) return email;
    }
  }

  /** An address at a domain; a number is added where somebody has it. */
  at(domain: string, local: string): string {
    for (let n = 1;; n++) {
      const email = `${local}${n === 1 ? "" : n}@${domain}`;
      if (this.take(email)) return email;
    }
  }

  /** False when somebody has it. */
  take(email: string): boolean {
    if (this.#used.has(email)) return false;
    this.#used.add(email);
    return true;
  }

  /** A name that is no company's yet. */
  newDomain(tlds: readonly string[]): string {
    const { random } = this;
    for (;;) {
      const [one, two] = [random.of(FIRST_WORDS), random.of(SECOND_WORDS)];
      const domain = `${one}${random.chance(0.2) ? "-" : ""}${two}.${random.of(tlds)}`;
      if (this.take(domain)) return domain;
    }
  }

  signup(person: Person, at: number): Signup {
    const { device, phone, referral, zone } = person;
    const offset = this.#zones.offset(zone, at) ?? 0;
    return {
      ip: person.ip,
      email: person.email,
      ...(phone === null ? {} : { phone }),
      ...(device === null ? {} : {
        device_id: device.id,
        device_signals: {
          user_agent: device.userAgent(at),
          timezone: zone,
          timezone_offset: -offset,
          screen: device.screen,
          hardware_concurrency: device.cores,
          languages: person.languages,
          ...(device.renderer === null ? {} : { webgl_renderer: device.renderer }),
        },
        device_automation: NO_AUTOMATION,
      }),
      ...(referral === null ? {} : { referral }),
      user_id: `user-${++this.#count}`,
      custom: { plan: person.plan, source: person.source },
    };
  }

  /** Most companies have one customer, some a few of them, who come on other days. */
  #company(country: Country): string {
    const { random } = this;
    if (this.#companies.length > 0 && random.chance(0.22)) return random.of(this.#companies);
    const domain = this.newDomain(country.tlds);
    this.#companies.push(domain);
    return domain;
  }

  /** A code of somebody who invites a friend or two; few invite many. */
  #friend(): string {
    const { random } = this;
    if (this.#codes.length > 0 && random.chance(0.35)) return random.of(this.#codes);
    const code = random.hex(6).toUpperCase();
    this.#codes.push(code);
    return code;
  }

  #local(first: string, last: string): string {
    const { random } = this;
    const year = String(1955 + random.below(53));
    return weighted<() => string>(random, [
      [24, () => `${first}.${last}`],
      [13, () => `${first}${last}`],
      [9, () => `${first}.${last}${this.digits(2)}`],
      [8, () => `${first}${last}${this.digits(2)}`],
      [6, () => `${first}${this.digits(2)}`],
      [5, () => `${first}${year}`],
      [5, () => `${first[0]}.${last}`],
      [4, () => `${first[0]}${last}`],
      [3, () => `${first[0]}${last}${this.digits(2)}`],
      [0.5, () => `${first[0]}${last}${year}`],
      [4, () => `${first}_${last}`],
      [4, () => `${last}.${first}`],
      [3, () => `${last}${first[0]}`],
      [3, () => `${last}${this.digits(1 + random.below(3))}`],
      [3, () => `${random.of(FIRST_WORDS)}${random.of(SECOND_WORDS)}`],
      [2, () => `${random.of(FIRST_WORDS)}${this.digits(1 + random.below(4))}`],
      [2, () => `${first}.${last}${year}`],
      [1, () => `${last}${year}`],
    ])();
  }

  #namesOf(locale: string) {
    const known = this.#names.get(locale);
    if (known !== undefined) return known;
    const names = { given: namesOf(locale, "first_name"), family: namesOf(locale, "last_name") };
    this.#names.set(locale, names);
    return names;
  }
}

/** Later in the same sitting: whoever tries again. */
export function soon(random: Random): number {
  return (1 + random.below(8)) * MINUTE_MS;
}

function namesOf(locale: string, kind: "first_name" | "last_name"): string[] {
  const locales: Readonly<Record<string, LocaleDefinition | undefined>> = allLocales;
  for (const name of [locale, locale.split("_")[0]!, "en"]) {
    const lists = Object.values<readonly string[] | undefined>({ ...locales[name]?.person?.[kind] });
    const spelt = lists.flatMap((list) => list ?? []).flatMap((text) =>
      latinLocalPart(text.toLowerCase()) ?? []
    )
      .filter((text) => /^[a-z]{2,12}$/.test(text));
    if (spelt.length >= 50) return [...new Set(spelt)];
  }
  throw new Error(`no names of ${locale}`);
}

const FIRST_WORDS =
  "alpen amber anker arc arctic bach baum berg blue bright cedar clear cobalt core coral data delta east edel elm fern field forst frost gold grand green hafen hill holz iron juniper kern lake land licht linden lumen luna maple meer metro mill mint neu nord north oak ocean optic orchard peak pine prime quartz rhein river royal sand sigma silver solar stein stern stone sud summit sun swift terra tor true urban vector velvet wald west wild wind winter wolf zen"
    .split(
      " ",
    );
const SECOND_WORDS =
  "agency architekten bau bikes books brew care clinic cloud coffee consulting craft dental design digital energie farm film finance fit foods garage garden gmbh group haus health hub immobilien it kitchen labs law logistik management market media mobil motors music office optik partner pharma photo physio print praxis project reisen robotics schule security service shop soft solutions sport steuer studio supply systems tech technik textil tools toys trade travel verlag vision web wein works yoga"
    .split(
      " ",
    );
