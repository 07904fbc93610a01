/** HTTP over a bare socket: requests that no client library would send. */

/** Sends text as it is and reads one answer. */
export async function exchange(
  origin: string,
  parts: readonly (string | (() => Promise<unknown>))[],
): Promise<string> {
  const { hostname, port } = new URL(origin);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  for (const part of parts) {
    if (typeof part === "string") await connection.write(new TextEncoder().encode(part));
    else await part();
  }
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65_536);
  let text = "";
  for (;;) {
    const read = await connection.read(buffer);
    if (read === null) return text;
    text += decoder.decode(buffer.subarray(0, read), { stream: true });
    const [head, body] = text.split("\r\n\r\n", 2);
    const length = Number(/content-length: (\d+)/i.exec(head!)?.[1] ?? NaN);
    if (body !== undefined && body.length >= length) return text;
  }
}

/** POST /v1/score/user. @param announced Content-Length, which may be more than the body has */
export function postUser(key: string, announced: number, body: string): string {
  return `POST /v1/score/user HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${announced}\r\n\r\n${body}`;
}
