/** Constructs the verification of e-mail verification tokens: its clients, its nonces, and the use of a token over all nodes. */
import type { HttpClientOptions } from "../net/http/http_client.ts";
import { parseCidr } from "../model/address/address.ts";
import type { DnsClient } from "../net/dns/dns_client.ts";
import { HttpClient } from "../net/http/http_client.ts";
import type { SourceMeter } from "../concurrency/measure/source_meter.ts";
import type { Store } from "../records/store.ts";
import type { IdentifierHasher } from "../service/access/identifier_hasher.ts";
import { isMintedNonce } from "../service/score/email_token_nonce.ts";
import type { DomainSources } from "../signals/domain/collect.ts";
import { EmailTokens } from "../signals/email/token/collect.ts";
import { IssuerDocuments } from "../signals/email/token/directory.ts";

interface OpenEmailTokens {
  readonly dns: DnsClient;
  readonly registrations: DomainSources["registrations"];
  readonly clientOptions: HttpClientOptions;
  /** WINNOW_EMAIL_ISSUER_OVERRIDES: base URL by lower-case host. */
  readonly overrides: Readonly<Record<string, string>>;
  readonly store: Store;
  readonly hasher: IdentifierHasher;
  readonly now: () => number;
  readonly meter: SourceMeter;
}

const EVERYWHERE = ["0.0.0.0/0", "::/0"].map((text) => parseCidr(text)!);
/** Beside the modes of keys, among which signatures of agents are noted. */
const USES = "email-token";

export function openEmailTokens(
  { dns, registrations, clientOptions, overrides, store, hasher, now, meter }: OpenEmailTokens,
): { readonly emailTokens: EmailTokens; close(): Promise<void> } {
  // `egressAllow` is for the operator's own mirrors; these hosts come from strangers' DNS records.
  const guarded = new HttpClient({ ...clientOptions, egressAllow: [] });
  const unguarded = new HttpClient({ ...clientOptions, egressAllow: EVERYWHERE, allowHttp: true });
  const documents = new IssuerDocuments({ guarded, unguarded, overrides, now, meter });
  const emailTokens = new EmailTokens({
    documents,
    dns,
    registrations,
    isMinted: (account, nonce, session, now) => isMintedNonce(hasher, account, nonce, session, now),
    use: (account, token, until, now) =>
      store.agentNonces.take([account, USES], hasher.hash("agent-nonce", `${USES} ${token}`), until, now),
  });
  return {
    emailTokens,
    async close() {
      await documents.close();
      await Promise.all([guarded.close(), unguarded.close()]);
    },
  };
}
