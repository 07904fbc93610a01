/** Lints a key directory: what makes a key unusable is an error, what only some verifiers refuse is a warning. */
import { resolveSignatureAgent } from "../../signals/agent/directory/agent_url.ts";
import { readCard } from "../../signals/agent/directory/card.ts";
import {
  fetchDirectory,
  fetchDocument,
  type FetchOptions,
} from "../../signals/agent/directory/directory_fetch.ts";
import { asObject, type JsonObject, stringMember } from "../../model/json.ts";
import { DIRECTORY_MEDIA_TYPE, parseDocument } from "../../signals/agent/directory/key_set.ts";
import { PublishedKey, thumbprint } from "../../signals/agent/directory/keys.ts";
import { UsageError } from "../usage.ts";
import { type Report, viaOverride } from "./steps.ts";

interface Finding {
  readonly level: "error" | "warning" | "note";
  readonly text: string;
}

const FETCH_MS = 5_000;
const HTTP_NAMES = /^(ed25519|rsa-pss-sha512|rsa-v1_5-sha256|ecdsa-p(256-sha256|384-sha384))$/;

/**
 * @param value as in Signature-Agent
 * @param type its type parameter, or null
 * @param now seconds
 * @throws {UsageError} when the value is not valid in Signature-Agent
 */
export async function lintDirectory(
  value: string,
  type: string | null,
  options: FetchOptions,
  now: number,
): Promise<Report> {
  const url = resolveSignatureAgent(value, type, options.overrides);
  if (!url.ok) throw new UsageError(`--directory ${value}: ${url.detail}`);
  const { target } = url;
  const fetched = await fetchDirectory(options, target, null, FETCH_MS);
  const found: Finding[] = [];
  const lines = [`directory  ${target.url}${viaOverride(target)}`, `identifier ${target.identifier}`];
  if (fetched.is !== "new") {
    found.push(error(fetched.is === "failed" ? `${fetched.reason}: ${fetched.detail}` : "status 304"));
  } else {
    lines.push(`keys       ${fetched.keys.size} usable`);
    const answer = await fetchDocument(options, target, null, FETCH_MS);
    const document = parseDocument(answer.headers.get("content-type"), answer.body);
    found.push(...headerFindings(answer.headers, target.kind === "directory"));
    for (const [index, entry] of entriesOf(document).entries()) {
      found.push(...await entryFindings(entry, index, now));
    }
    lines.push(`card       ${cardText(document)}`);
  }
  const errors = found.filter(({ level }) => level === "error").length;
  lines.push(
    ...found.map(({ level, text }) => `${level.padEnd(10)} ${text}`),
    `outcome    ${errors === 0 ? "usable" : `${errors} ${errors === 1 ? "error" : "errors"}`}`,
  );
  const facts = { url: target.url, identifier: target.identifier, findings: found };
  return { lines, facts, good: errors === 0 };
}

function entriesOf(document: JsonObject): readonly unknown[] {
  const set = asObject(document["jwks"]) ?? document;
  if (Array.isArray(set["keys"])) return set["keys"];
  return Object.hasOwn(set, "kty") ? [set] : [];
}

function headerFindings(headers: Headers, wellKnown: boolean): Finding[] {
  const type = (headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();
  const cached = headers.get("cache-control") !== null || headers.get("expires") !== null;
  return findings(
    wellKnown && type !== DIRECTORY_MEDIA_TYPE &&
      warning(`the media type is ${type}; the drafts want ${DIRECTORY_MEDIA_TYPE}`),
    !cached && warning("no Cache-Control: verifiers choose how long a removed key stays valid"),
    headers.get("signature") === null &&
      note("the response is not signed; that is only needed for redistributed key lists"),
  );
}

async function entryFindings(entry: unknown, index: number, now: number): Promise<Finding[]> {
  const at = `key ${index}`;
  const jwk = asObject(entry);
  const print = jwk === null ? null : await thumbprint(jwk);
  const key = await PublishedKey.read(entry);
  if (jwk === null || print === null || key === null) {
    return [error(`${at} is ignored: not a JWK for signatures with its required members`)];
  }
  const name = `${at} ${print} (${stringMember(jwk, "crv") ?? stringMember(jwk, "kty")})`;
  const problem = key.problem(now);
  const { kid } = jwk;
  const alg = stringMember(jwk, "alg");
  const wrongAlg = alg !== null && problem === null && key.algorithm(null) === null;
  return findings(
    problem === null ? note(`${name} is usable`) : error(`${name}: ${problem.reason}, ${problem.detail}`),
    kid !== undefined && kid !== print &&
      warning(`${at} has a kid that is not its thumbprint; some verifiers look keys up by kid`),
    wrongAlg && error(`${at} has alg ${alg}, which does not belong to its type`),
    alg !== null && !wrongAlg && HTTP_NAMES.test(alg) &&
      warning(`${at} has alg ${alg}, a name of HTTP signatures; a JWK uses JOSE names`),
    ...["nbf", "exp"].map((date) => Number(jwk[date]) > 1e11 && warning(`${at} has ${date} in milliseconds`)),
  );
}

/** Those that apply; false for one that does not. */
function findings(...found: readonly (Finding | false)[]): Finding[] {
  return found.filter((finding) => finding !== false);
}

function error(text: string): Finding {
  return { level: "error", text };
}

function warning(text: string): Finding {
  return { level: "warning", text };
}

function note(text: string): Finding {
  return { level: "note", text };
}

function cardText(document: JsonObject): string {
  const { published, name, purpose, trigger, rateExpectation } = readCard([document], false);
  if (!published) return "none";
  const rate = show(rateExpectation);
  return `name ${show(name)}, purpose ${show(purpose)}, trigger ${show(trigger)}, rate ${rate}`;
}

function show(text: string | null): string {
  return text === null ? "-" : JSON.stringify(text);
}
