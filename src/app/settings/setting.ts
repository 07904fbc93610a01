/** A row of the settings table, and the parsers of rows. A parser throws an Error with the values it takes. */
import { type Cidr, parseAddress, parseCidr } from "../../model/address/address.ts";
import { KEY_SET_NAMES, type KeySetName } from "../../model/agent_profile.ts";
import { isObject, parseJson } from "../../model/json.ts";
import { resolveSignatureAgent } from "../../signals/agent/directory/agent_url.ts";
import { parseResolver, type Resolver } from "../../net/dns/resolvers.ts";

/** An invalid setting; the message names the variable and the values it takes. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

export interface Setting<T> {
  readonly name: string;
  /** Left out: empty. */
  readonly default?: string;
  /** Shown in the documents instead of an empty default. */
  readonly shown?: string;
  readonly secret?: true;
  readonly about: string;
  readonly parse: (text: string) => T;
}

export function setting<T>(row: Setting<T>): Setting<T> {
  return row;
}

export function anyText(text: string): string {
  return text;
}

export function optional(text: string): string | null {
  return text === "" ? null : text;
}

export function boolean(text: string): boolean {
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  throw new Error("true or false");
}

export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : NaN;
    if (!(value >= min && value <= max)) throw new Error(`a whole number from ${min} to ${max}`);
    return value;
  };
}

export function oneOf<const T extends string>(...words: T[]): (text: string) => T {
  return (text) => {
    if (!(words as string[]).includes(text)) throw new Error(`${words.join(" or ")}`);
    return text as T;
  };
}

export function optionalUrl(text: string): string | null {
  if (text === "") return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Error("an http or https URL");
  }
  const { username, password } = new URL(text);
  // It is shown in several places.
  if (username !== "" || password !== "") throw new Error("a URL without a user name and password");
  return text.replace(/\/+$/, "");
}

/** A URI as RFC 9116 takes it; an e-mail address without a scheme gets `mailto:`. */
export function contactUri(text: string): string | null {
  if (text === "") return null;
  const uri = /^[^:/\s]+@[^:/\s]+$/.test(text) ? `mailto:${text}` : text;
  const known = /^mailto:[^@]+@[^@]+$/i.test(uri) || /^tel:\+?[\d().-]+$/i.test(uri) ||
    (/^https:\/\//i.test(uri) && URL.canParse(uri));
  // Printable ASCII without blanks: the file has one field per line.
  if (!known || !/^[\x21-\x7e]+$/.test(uri)) {
    throw new Error("an e-mail address, or a mailto:, https: or tel: URI");
  }
  return uri;
}

export function resolvers(text: string): readonly Resolver[] | null {
  if (text === "") return null;
  return text.split(",").map((part) => {
    const resolver = parseResolver(part.trim());
    if (resolver === null) throw new Error("addresses as ip:port, comma-separated");
    return resolver;
  });
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export function listenAddress(text: string): ListenAddress | null {
  if (text === "") return null;
  const [, v6, v4, digits] = /^(?:\[([^\]]{1,50})\]|([\d.]{1,15})):(\d{1,5})$/.exec(text) ?? [];
  const address = parseAddress(v6 ?? v4 ?? "");
  const port = Number(digits);
  if (address === null || address.family !== (v6 === undefined ? 4 : 6) || port > 65_535) {
    throw new Error("an address of this machine and a port, as 127.0.0.1:9090 or [::1]:9090");
  }
  return { host: address.text, port };
}

export function secrets(text: string): readonly string[] {
  const given = text.split(/[,\n]/).map((part) => part.trim()).filter((part) => part !== "");
  if (given.some((secret) => secret.length < 16)) {
    throw new Error("secrets of at least 16 characters, comma-separated");
  }
  return given;
}

export function cidrs(text: string): readonly Cidr[] {
  if (text === "") return [];
  return text.split(",").map((part) => {
    const cidr = parseCidr(part.trim());
    if (cidr === null) throw new Error("addresses or CIDRs, comma-separated");
    return cidr;
  });
}

/** True: every peer is a proxy. */
export function proxies(text: string): boolean | readonly Cidr[] {
  const takes = "true, false, or addresses or CIDRs of proxies, comma-separated";
  if (/^(true|false|[01])$/.test(text)) return boolean(text);
  return text.split(",").map((part) => {
    const cidr = parseCidr(part.trim());
    if (cidr === null) throw new Error(takes);
    if (cidr.prefix === 0) throw new Error(`${takes} (${part.trim()} holds every client)`);
    return cidr;
  });
}

export function overrides(text: string): Readonly<Record<string, string>> {
  const parsed = parseJson(text);
  if (!isObject(parsed)) throw new Error("a JSON object of host to base URL");
  const result: Record<string, string> = {};
  for (const [host, url] of Object.entries(parsed)) {
    if (typeof url !== "string" || !URL.canParse(url) || !/^https?:/.test(url)) {
      throw new Error(`a JSON object with an http or https URL for ${host}`);
    }
    result[host.toLowerCase()] = url.replace(/\/+$/, "");
  }
  return result;
}

/** Key sets of agents, by name. */
export function keySets(text: string): Readonly<Partial<Record<KeySetName, string>>> {
  const parsed = parseJson(text);
  const names = KEY_SET_NAMES.join(" or ");
  if (!isObject(parsed)) throw new Error(`a JSON object of ${names} to an https URL`);
  for (const [name, url] of Object.entries(parsed)) {
    const isKnown = (KEY_SET_NAMES as readonly string[]).includes(name);
    if (!isKnown) throw new Error(`a JSON object whose names are ${names}`);
    if (typeof url !== "string" || !resolveSignatureAgent(url, null, new Map()).ok) {
      throw new Error(`a JSON object with the https URL of a public host for ${name}`);
    }
  }
  return parsed as Partial<Record<KeySetName, string>>; // checked above
}

export type Environment = Readonly<Record<string, string>>;
type Table = Readonly<Record<string, Setting<unknown>>>;

/** The name of a secret's second variable: the path of a file that holds it, as container platforms mount secrets. */
function fileVariable({ name, secret }: Setting<unknown>): string | null {
  return secret ? `${name}_FILE` : null;
}

/** The paths of the files that the environment names for secrets. */
export function secretFilesOf(table: Table, env: Environment): string[] {
  return Object.values(table).flatMap((row) => env[fileVariable(row) ?? ""]?.trim() || []);
}

/** What is given for a row; empty: nothing. @throws SettingError when the file of a secret cannot be used */
function givenFor(row: Setting<unknown>, env: Environment): string {
  const given = env[row.name]?.trim() ?? "";
  const variable = fileVariable(row);
  const path = env[variable ?? ""]?.trim() ?? "";
  if (path === "") return given;
  if (given !== "") throw new SettingError(`${row.name} and ${variable} are both set; set one of them`);
  let text: string;
  try {
    text = Deno.readTextFileSync(path).trim();
  } catch (error) {
    throw new SettingError(`${variable}: ${path} cannot be read: ${(error as Error).message}`);
  }
  if (text === "") throw new SettingError(`${variable}: ${path} is empty`);
  return text;
}

/** @throws SettingError for an unknown `WINNOW_*` variable, an invalid value, or a secret's file that cannot be used */
export function readTable(table: Table, env: Environment): Record<string, unknown> {
  const names = new Set(Object.values(table).flatMap((row) => [row.name, fileVariable(row)]));
  for (const name of Object.keys(env)) {
    if (name.startsWith("WINNOW_") && !names.has(name)) {
      throw new SettingError(`${name} is not a setting of this program; \`winnow config\` lists them`);
    }
  }
  const config: Record<string, unknown> = {};
  for (const [field, row] of Object.entries(table)) {
    const given = givenFor(row, env);
    const text = given === "" ? row.default ?? "" : given;
    try {
      config[field] = row.parse(text);
    } catch (error) {
      // A URL may have a password where it must have none.
      const shown = JSON.stringify(row.secret ? "…" : text.replace(/\/\/[^/?#]*@/, "//…@"));
      throw new SettingError(`${row.name} must be ${(error as Error).message}, not ${shown}`);
    }
  }
  return config;
}

export interface SettingRow {
  readonly name: string;
  readonly default: string;
  readonly about: string;
  /** The current value, secrets hidden. */
  readonly value: string;
  readonly set: boolean;
}

export function tableRows(table: Table, env: Environment): SettingRow[] {
  return Object.values(table).flatMap((row) => {
    const given = env[row.name]?.trim() ?? "";
    const shown = row.shown ?? row.default ?? "";
    const value = given === "" ? shown : row.secret ? "(set)" : given;
    const own = { name: row.name, default: shown, about: row.about, set: given !== "", value };
    const variable = fileVariable(row);
    if (variable === null) return [own];
    const path = env[variable]?.trim() ?? "";
    const about = `A file that holds \`${row.name}\`, which is then not set`;
    const inFile = { name: variable, default: "none", about, set: path !== "", value: path || "none" };
    return [path === "" ? own : { ...own, value: "(in a file)" }, inFile];
  });
}
