/**
 * `verify-receipt`: checks a receipt of a decision about an agent's request: its signature by the service's published keys,
 * and with `--request FILE` that it is about that request. Exit codes: 0 it is genuine, 1 it is not, 2 wrong arguments.
 */
import { AppError } from "../../model/error.ts";
import { asObject, type JsonObject, parseJson, stringMember } from "../../model/json.ts";
import { HttpClient } from "../../net/http/http_client.ts";
import { RECEIPT_TYPE, requestDigest } from "../../service/agents/receipts.ts";
import { openDns } from "../../app/sources.ts";
import { parseAgentRequest } from "../../signals/agent/parse.ts";
import type { CommandContext } from "../context.ts";
import { readArgs, UsageError } from "../usage.ts";
import { readCapturedRequest, readStandardInput } from "./input.ts";

interface VerifyReceiptContext extends CommandContext {
  /** Reads the receipt; default: standard input. */
  readonly readInput?: () => Promise<string>;
}

const MAX_KEYS_BYTES = 1_048_576;
const FETCH_MS = 5_000;

/** @throws {UsageError} */
export async function verifyReceiptCommand(
  args: readonly string[],
  context: VerifyReceiptContext,
): Promise<number> {
  const { values } = readArgs(args, {
    jwks: { type: "string" },
    request: { type: "string" },
    scheme: { type: "string", default: "https" },
    json: { type: "boolean", default: false },
  }, false);
  if (values.jwks === undefined) {
    throw new UsageError("give the service's keys: --jwks https://…/.well-known/jwks.json, or a file");
  }
  const receipt = await (context.readInput ?? readStandardInput)();
  const keys = await readKeys(values.jwks, context);
  const digest = values.request === undefined ? null : await digestOf(values.request, values.scheme);
  const { problem, claims } = await checkReceipt(receipt.trim(), keys, digest);
  if (values.json) context.print(JSON.stringify({ valid: problem === null, problem, claims }, null, 2));
  else for (const line of linesOf(problem, claims, digest)) context.print(line);
  return problem === null ? 0 : 1;
}

interface Checked {
  /** Null: the receipt is genuine. */
  readonly problem: string | null;
  /** What the receipt says; null when it cannot be read. */
  readonly claims: JsonObject | null;
}

/** @param digest of the request that it must be about; null: any */
async function checkReceipt(
  receipt: string,
  keys: readonly JsonObject[],
  digest: string | null,
): Promise<Checked> {
  const parts = receipt.split(".");
  const [header, claims] = [decoded(parts[0]), decoded(parts[1])];
  const signature = bytesOf(parts[2]);
  if (parts.length !== 3 || header === null || claims === null || signature === null) {
    return {
      problem: "this is not a receipt: a JSON Web Signature in three parts was expected",
      claims: null,
    };
  }
  if (header["alg"] !== "EdDSA" || header["typ"] !== RECEIPT_TYPE || Object.hasOwn(header, "crit")) {
    return { problem: `this is not a receipt: alg EdDSA and typ ${RECEIPT_TYPE} were expected`, claims };
  }
  const kid = stringMember(header, "kid");
  const key = keys.find((each) => kid !== null && stringMember(each, "kid") === kid);
  if (key === undefined) return { problem: "the keys have none with the receipt's kid", claims };
  const signed = new TextEncoder().encode(`${parts[0]}.${parts[1]}`);
  if (!await verifies(key, signature, signed)) return { problem: "the signature is not valid", claims };
  if (digest !== null && claims["request_digest"] !== digest) {
    return { problem: "the receipt is about another request", claims };
  }
  return { problem: null, claims };
}

async function verifies(
  key: JsonObject,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const jwk = { kty: "OKP", crv: "Ed25519", x: stringMember(key, "x") ?? "" };
  try {
    const imported = await crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, signature, signed);
  } catch {
    return false;
  }
}

function linesOf(problem: string | null, claims: JsonObject | null, digest: string | null): string[] {
  const shown = (name: string) => {
    const value = claims?.[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : "-";
  };
  const at = claims?.["iat"];
  const time = typeof at === "number" && Math.abs(at) < 1e11 ? new Date(at * 1000).toISOString() : "-";
  return [
    ...(claims === null ? [] : [
      `issuer     ${shown("iss")}`,
      `request    ${shown("jti")}`,
      `decided    ${time}`,
      `decision   ${shown("decision")}${claims["mode"] === "test" ? " (for a test key)" : ""}`,
      `reason     ${shown("reason")}`,
      `profile    ${shown("profile")}`,
      `host       ${shown("host")}`,
      `digest     ${shown("request_digest")}${digest === null ? " (not compared with a request)" : ""}`,
    ]),
    `outcome    ${problem ?? "genuine"}`,
  ];
}

async function readKeys(place: string, context: VerifyReceiptContext): Promise<readonly JsonObject[]> {
  const text = /^https?:/i.test(place) ? await fetched(place, context) : await readFile("--jwks", place);
  const keys = asObject(parseJson(text))?.["keys"];
  if (!Array.isArray(keys)) throw new UsageError(`--jwks ${place} is not a JWK Set`);
  return keys.map(asObject).filter((key) => key !== null);
}

/** The address is the caller's own word, so a service in a private network needs WINNOW_EGRESS_ALLOW only. */
async function fetched(url: string, { config }: VerifyReceiptContext): Promise<string> {
  const { dns, clientOptions } = await openDns(config, Date.now);
  const http = new HttpClient(clientOptions);
  try {
    const { status, body } = await http.get(url, {
      accept: "application/jwk-set+json, application/json;q=0.9",
      maxBytes: MAX_KEYS_BYTES,
      timeoutMs: FETCH_MS,
      redirects: 0,
    });
    if (status !== 200) throw new Error(`${url} answered with status ${status}`);
    return new TextDecoder().decode(body);
  } finally {
    await http.close();
    await dns.close();
  }
}

async function readFile(option: string, path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    throw new UsageError(`${option} ${path} cannot be read: ${(error as Error).message}`);
  }
}

async function digestOf(path: string, scheme: string): Promise<string> {
  try {
    return requestDigest(parseAgentRequest(readCapturedRequest(await readFile("--request", path), scheme)));
  } catch (error) {
    if (error instanceof AppError) throw new UsageError(error.message);
    throw error;
  }
}

function decoded(part: string | undefined): JsonObject | null {
  const bytes = bytesOf(part);
  return bytes === null ? null : asObject(parseJson(new TextDecoder().decode(bytes)));
}

function bytesOf(part: string | undefined): Uint8Array<ArrayBuffer> | null {
  try {
    return part === undefined ? null : Uint8Array.fromBase64(part, { alphabet: "base64url" });
  } catch {
    return null;
  }
}
