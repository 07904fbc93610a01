/**
 * What the vendor's Python, PHP and Java clients demand of an answer, as read in their sources (minfraud 3.3.0 and geoip2
 * 5.3.0; minfraud-api-php 3.7.0; minfraud-api-java 4.4.0). Each rule names where it is broken; an answer that breaks one
 * makes that client throw.
 */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Block = { [key: string]: Json };

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CIDR = /^[0-9a-f.:]+\/\d{1,3}$/i;
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:]*:[0-9a-f:.]*)$/i;

/** Python: required arguments, no unknown ones in three places, blocks are unpacked, dates and networks are parsed. */
export function pythonBreaks(body: Json, kind: "fraud" | "geo"): string[] {
  const broken: string[] = [];
  const root = block(body);
  if (kind === "fraud") {
    for (const key of ["id", "risk_score", "funds_remaining", "queries_remaining"]) {
      if (!(key in root)) broken.push(`${key} is missing`);
    }
    only(root.email, ["domain", "first_seen", "is_disposable", "is_free", "is_high_risk"], "email", broken);
    only(
      root.credit_card,
      [
        "issuer",
        "country",
        "brand",
        "is_business",
        "is_issued_in_billing_address_country",
        "is_prepaid",
        "is_virtual",
        "type",
      ],
      "credit_card",
      broken,
    );
    const reasons = block(root.ip_address).risk_reasons ?? [];
    for (const reason of list(reasons)) only(reason, ["code", "reason"], "risk_reasons", broken);
  }
  const record = kind === "fraud" ? block(root.ip_address) : root;
  for (const key of ["continent", "country", "city", "location", "traits", "anonymizer", "maxmind"]) {
    const value = record[key] ?? null;
    if (value !== null && !isBlock(value)) broken.push(`${key} is not an object`);
  }
  const { network } = block(record.traits);
  if (network !== null && network !== undefined && !CIDR.test(String(network))) {
    broken.push("traits.network is not a network");
  }
  for (
    const [path, date] of [
      ["anonymizer.network_last_seen", block(record.anonymizer).network_last_seen],
    ] as const
  ) {
    if (date !== null && date !== undefined && !DATE.test(String(date))) broken.push(`${path} is not a date`);
  }
  for (const item of list(root.warnings ?? [])) {
    if (!isBlock(item)) broken.push("a warning is not an object");
  }
  return broken;
}

/** PHP: typed properties under strict types; a null trait falls back to false before it is assigned. */
export function phpBreaks(body: Json, kind: "fraud" | "geo"): string[] {
  const broken: string[] = [];
  const root = block(body);
  if (kind === "fraud") {
    if (typeof root.id !== "string") broken.push("id is not a string");
    if (typeof root.risk_score !== "number") broken.push("risk_score is not a number");
    if (typeof root.funds_remaining !== "number") broken.push("funds_remaining is not a float");
    if (!Number.isInteger(root.queries_remaining)) broken.push("queries_remaining is not an int");
    for (const warning of list(root.warnings ?? [])) {
      for (const key of ["code", "warning"]) {
        if (typeof block(warning)[key] !== "string") broken.push(`warning.${key} is not a string`);
      }
    }
  }
  const record = kind === "fraud" ? block(root.ip_address) : root;
  for (const where of ["traits", "anonymizer", "country", "email"]) {
    for (const [key, value] of Object.entries(block(where === "email" ? root.email : record[where]))) {
      if (key.startsWith("is_") && value !== null && typeof value !== "boolean") {
        broken.push(`${where}.${key} is not a boolean`);
      }
    }
  }
  const number = block(record.traits).autonomous_system_number ?? null;
  if (number !== null && !Number.isInteger(number)) broken.push("autonomous_system_number is not an int");
  for (const [where, key] of [["continent", "geoname_id"], ["country", "geoname_id"]] as const) {
    const id = block(record[where])[key] ?? null;
    if (id !== null && !Number.isInteger(id)) broken.push(`${where}.${key} is not an int`);
  }
  return broken;
}

/** Java: Jackson types (UUID, LocalDate, InetAddress), and maps and lists that hold no null. */
export function javaBreaks(body: Json, kind: "fraud" | "geo"): string[] {
  const broken: string[] = [];
  const root = block(body);
  if (kind === "fraud") {
    if (typeof root.id !== "string" || !UUID.test(root.id)) broken.push("id is not a UUID");
    const deviceId = block(root.device).id ?? null;
    if (deviceId !== null && !UUID.test(String(deviceId))) broken.push("device.id is not a UUID");
    const email = block(root.email);
    for (
      const [path, date] of [
        ["email.first_seen", email.first_seen],
        ["email.domain.first_seen", block(email.domain).first_seen],
      ] as const
    ) {
      if (date !== null && date !== undefined && !DATE.test(String(date))) {
        broken.push(`${path} is not a date`);
      }
    }
    for (const key of ["risk_score", "funds_remaining", "queries_remaining"]) {
      if (root[key] !== null && typeof root[key] !== "number") broken.push(`${key} is not a number`);
    }
  }
  const record = kind === "fraud" ? block(root.ip_address) : root;
  const traits = block(record.traits);
  if (traits.ip_address !== undefined && !ADDRESS.test(String(traits.ip_address))) {
    broken.push("traits.ip_address is no literal address and would be resolved");
  }
  walk(root, "", (path, value) => {
    if (path.endsWith("names") && isBlock(value)) {
      for (const [locale, name] of Object.entries(value)) {
        if (typeof name !== "string") broken.push(`${path}.${locale} is not a string`);
      }
    }
    if (Array.isArray(value) && value.some((item) => item === null)) broken.push(`${path} holds a null`);
  });
  return broken;
}

/** Java reads an error as map of string to string; Node wants both strings non-empty. */
export function errorBreaks(body: Json): string[] {
  const broken: string[] = [];
  for (const [key, value] of Object.entries(block(body))) {
    if (typeof value !== "string" || value === "") broken.push(`${key} is not a text`);
  }
  for (const key of ["code", "error"]) if (!(key in block(body))) broken.push(`${key} is missing`);
  return broken;
}

function only(value: Json | undefined, keys: readonly string[], name: string, broken: string[]): void {
  for (const key of Object.keys(block(value))) {
    if (!keys.includes(key)) broken.push(`${name} has the unexpected key ${key}`);
  }
}

function walk(value: Json, path: string, visit: (path: string, value: Json) => void): void {
  visit(path, value);
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) walk(inner, path === "" ? key : `${path}.${key}`, visit);
}

function block(value: Json | undefined): Block {
  return isBlock(value) ? value : {};
}

function list(value: Json): Json[] {
  return Array.isArray(value) ? value : [];
}

function isBlock(value: Json | undefined): value is Block {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
