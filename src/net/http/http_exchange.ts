/** One HTTP request on a new connection to addresses that were checked before, with limits for the body. */
import http from "node:http";
import https from "node:https";
import type { LookupFunction, TcpSocketConnectOpts } from "node:net";
import type { Duplex } from "node:stream";
import zlib from "node:zlib";
import type { Address } from "../../model/address/address.ts";
import { MAX_RATIO, mostExpanded } from "../../model/expansion.ts";
import { HttpFailed } from "./http_error.ts";

export interface BodyLimits {
  /** Limit of the body, on the wire and after decompression. */
  readonly maxBytes: number;
  /** True: a longer body is cut there instead of failing; with maxBytes 0 only the head is read. */
  readonly cut?: boolean;
  /** Bytes received on the wire, and Content-Length where the server gave one. */
  readonly onBytes?: (received: number, total: number | null) => void;
}

interface ExchangeRequest {
  readonly url: URL;
  /** Checked addresses; the first that accepts a connection is used, and the name is not resolved again. */
  readonly addresses: readonly Address[];
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: BodyLimits;
  /** Aborting ends the exchange immediately; the signal's reason is thrown when it is an HttpFailed. */
  readonly signal: AbortSignal;
  /** PEM certificates to trust instead of the built-in ones. */
  readonly ca?: readonly string[] | undefined;
  /** Of a POST; absent: a GET. */
  readonly body?: string | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Decompressed. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** The address that answered, after redirects. */
  readonly url: string;
}

/** Milliseconds that one address may take to connect before the next is tried. */
const ATTEMPT_MS = 1_500;
/** Interim answers that one request may get. */
const MAX_INTERIM = 16;

/** @throws {HttpFailed} */
export async function exchange(given: ExchangeRequest): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const stop = () => fail(reasonOf(given.signal));
  let request: http.ClientRequest | undefined;
  function fail(error: Error): void {
    request?.destroy();
    reject(error);
  }
  given.signal.addEventListener("abort", stop, { once: true });
  try {
    if (given.signal.aborted) throw reasonOf(given.signal);
    request = open(given);
    request.on("error", (error: Error) => fail(new HttpFailed("network", messageOf(error))));
    // Interim answers (1xx) may come without end, and as fast as the line is.
    let interim = 0;
    request.on("information", () => {
      if (++interim > MAX_INTERIM) fail(new HttpFailed("network", "too many interim answers"));
    });
    request.on("response", (response: http.IncomingMessage) => {
      readBody(given.limits, response).then(
        (body) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: headersOf(response),
            body,
            url: given.url.href,
          }),
        fail,
      );
    });
    request.end(given.body);
    return await promise;
  } finally {
    given.signal.removeEventListener("abort", stop);
    request?.destroy();
  }
}

function open(given: ExchangeRequest): http.ClientRequest {
  const list = given.addresses.map((address) => ({ address: address.text, family: address.family }));
  const lookup: LookupFunction = (_host, _options, done) => done(null, list);
  const secure = given.url.protocol === "https:";
  const options:
    & https.RequestOptions
    & Pick<TcpSocketConnectOpts, "autoSelectFamily" | "autoSelectFamilyAttemptTimeout"> = {
      hostname: given.url.hostname.replace(/^\[|\]$/g, ""),
      port: given.url.port === "" ? (secure ? 443 : 80) : Number(given.url.port),
      path: given.url.pathname + given.url.search,
      method: given.body === undefined ? "GET" : "POST",
      headers: { ...given.headers, host: given.url.host, "accept-encoding": "gzip, deflate, br" },
      agent: false,
      lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
      ...(given.ca === undefined ? {} : { ca: [...given.ca] }),
    };
  return (secure ? https : http).request(options);
}

async function readBody(
  { maxBytes, cut, onBytes }: BodyLimits,
  response: http.IncomingMessage,
): Promise<Uint8Array<ArrayBuffer>> {
  const total = contentLength(response);
  if (total !== null && total > maxBytes && !cut) throw tooLarge(maxBytes);
  // Of whom only the head is asked, the coding of the body is no matter.
  if (cut && maxBytes === 0) {
    response.on("error", () => {}); // it is ended in the middle
    return new Uint8Array();
  }
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const decoder = decoderOf(response);
  const chunks: Uint8Array[] = [];
  let received = 0;
  let kept = 0;
  function overflow(): void {
    if (cut) resolve(joined(chunks, kept));
    else giveUp(tooLarge(maxBytes));
  }
  // Destroyed synchronously: otherwise the decoder expands its whole input before the rejected promise is handled.
  function giveUp(error: HttpFailed): void {
    reject(error);
    decoder?.destroy();
  }
  response.on("error", (error: Error) => reject(new HttpFailed("network", messageOf(error))));
  response.on("aborted", () => reject(new HttpFailed("network", "the connection ended inside the body")));
  response.on("data", (chunk: Uint8Array) => {
    received += chunk.length;
    onBytes?.(received, total);
    if (received > maxBytes && !cut) overflow();
  });
  const plain = decoder === null ? response : response.pipe(decoder);
  decoder?.on("error", () => reject(new HttpFailed("network", "the body's content coding is broken")));
  plain.on("data", (chunk: Uint8Array) => {
    const fits = chunk.subarray(0, maxBytes - kept);
    chunks.push(fits);
    kept += fits.length;
    if (fits.length < chunk.length) overflow();
    else if (decoder !== null && kept > mostExpanded(decoder.bytesWritten)) {
      giveUp(new HttpFailed("too_large", `the body expands to more than ${MAX_RATIO} times its size`));
    }
  });
  plain.on("end", () => resolve(joined(chunks, kept)));
  try {
    return await promise;
  } finally {
    decoder?.destroy();
  }
}

/** `bytesWritten`: its input so far. */
type Decoder = Duplex & { readonly bytesWritten: number };

function decoderOf(response: http.IncomingMessage): Decoder | null {
  const coding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  switch (coding) {
    case "":
    case "identity":
      return null;
    case "gzip":
    case "x-gzip":
      return zlib.createGunzip();
    case "deflate":
      return zlib.createInflate();
    case "br":
      return zlib.createBrotliDecompress();
    default:
      throw new HttpFailed("network", "the body's content coding was not asked for");
  }
}

function contentLength(response: http.IncomingMessage): number | null {
  const text = response.headers["content-length"];
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function headersOf(response: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < response.rawHeaders.length; index += 2) {
    try {
      headers.append(response.rawHeaders[index]!, response.rawHeaders[index + 1]!);
    } catch {
      continue; // an invalid header is left out
    }
  }
  return headers;
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

function tooLarge(maxBytes: number): HttpFailed {
  return new HttpFailed("too_large", `the body is larger than ${maxBytes} bytes`);
}

/** Why an exchange was aborted. */
export function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof HttpFailed
    ? signal.reason
    : new HttpFailed("aborted", "given up by the caller");
}

function messageOf(error: Error): string {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" ? code : error.message;
}
