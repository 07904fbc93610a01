/** An agent whose key is always the same. */
import { type AgentKey, referenceThumbprint } from "../../servers/key_directory.ts";

export async function agentKeyOf(
  { d, ...publicJwk }: JsonWebKey & { readonly d: string },
): Promise<AgentKey> {
  const privateJwk = { ...publicJwk, d };
  const key = await crypto.subtle.importKey("jwk", privateJwk, "Ed25519", true, ["sign"]);
  return {
    thumbprint: await referenceThumbprint(publicJwk),
    publicJwk,
    privateJwk,
    sign: async (text) =>
      new Uint8Array(await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(text))),
  };
}
