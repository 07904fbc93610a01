/** Where log-ins come from and with what, as hashes and facts. What comes again is hashed and read once. */
import { TwoGenerationCache } from "../../concurrency/two_generation_cache.ts";
import { type Address, clientSubnet, lineOf } from "../../model/address/address.ts";
import type { LoginPlace } from "../../model/login/login.ts";
import { readUserAgent } from "../../signals/device/user_agent.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";

type AddressHashes = Pick<LoginPlace, "address" | "subnet">;
type Agent = Pick<LoginPlace, "agent" | "browser" | "os" | "deviceClass">;

/** 48 bits: enough to tell the places of one account apart. */
const PLACE_CHARS = 8;
const MAX_ADDRESSES = 20_000;
const MAX_AGENTS = 2_000;
const NO_ADDRESS: AddressHashes = { address: null, subnet: null };
const NO_AGENT: Agent = { agent: null, browser: null, os: null, deviceClass: null };

export class LoginPlaces {
  readonly #hasher: IdentifierHasher;
  readonly #addresses = new TwoGenerationCache<AddressHashes>(MAX_ADDRESSES);
  readonly #agents = new TwoGenerationCache<Agent>(MAX_AGENTS);

  constructor(hasher: IdentifierHasher) {
    this.#hasher = hasher;
  }

  address(address: Address | null): AddressHashes {
    if (address === null) return NO_ADDRESS;
    const line = lineOf(address);
    return this.#addresses.get(line) ?? this.#addresses.set(line, {
      address: this.#hash(`address ${line}`),
      subnet: this.#hash(`subnet ${clientSubnet(address)}`),
    });
  }

  device(id: string | null): string | null {
    return id === null ? null : this.#hash(`device ${id}`);
  }

  /** @param text "" is unknown */
  agent(text: string): Agent {
    if (text === "") return NO_AGENT;
    return this.#agents.get(text) ?? this.#agents.set(text, this.#read(text));
  }

  #read(text: string): Agent {
    const { browser, major, os, class: deviceClass } = readUserAgent(text);
    return {
      agent: this.#hash(`agent ${text}`),
      browser: browser === null || major === null ? browser : `${browser} ${major}`,
      os,
      deviceClass,
    };
  }

  #hash(text: string): string {
    return this.#hasher.hash("login-place", text).slice(0, PLACE_CHARS);
  }
}
