/**
 * Verifies an e-mail verification token in the order of the draft's checks: all that needs nobody else first, then the issuer
 * by DNS, its metadata and keys, and at last that the token is used for the first time. Only the hosts that DNS names are asked.
 */
import type { Budget } from "../../../concurrency/budget.ts";
import { DAY_MS } from "../../../model/duration.ts";
import {
  type EmailTokenAnswer,
  type EmailTokenClaim,
  type EmailTokenReason,
  refusedToken,
} from "../../../model/facts/email_token.ts";
import { type Known, known } from "../../../model/evidence.ts";
import { InvalidValue } from "../../../model/invalid_value.ts";
import type { DnsAnswer } from "../../../net/dns/dns_client.ts";
import { type DomainSources, registrationOf } from "../../domain/collect.ts";
import { parseDomain } from "../../domain/parse.ts";
import type { EmailInput } from "../parse.ts";
import {
  isAdvertised,
  isSignedByIssuer,
  issuedProblem,
  offlineProblem,
  usableUntil,
  useOf,
} from "./checks.ts";
import type { IssuerDocuments } from "./directory.ts";
import {
  isKnownIssuer,
  ISSUER_DAYS,
  issuerHost,
  issuerOf,
  issuerRecord,
  metadataUrl,
  readKeys,
  readMetadata,
} from "./issuer.ts";
import { type EmailToken, readEmailToken } from "./parse.ts";

interface EmailTokenOptions {
  readonly documents: IssuerDocuments;
  readonly dns: { txt(name: string, budget: Budget): Promise<Known<DnsAnswer<string>>> };
  readonly registrations: DomainSources["registrations"];
  /** Whether the nonce was minted here for the account's session. */
  readonly isMinted: (account: string, nonce: string, session: string, now: number) => boolean;
  /** Notes the use of a token; false when it was used before. Durable, on all nodes. @param until ms */
  readonly use: (account: string, hash: string, until: number, now: number) => Promise<boolean>;
}

export class EmailTokens {
  readonly #options: EmailTokenOptions;

  constructor(options: EmailTokenOptions) {
    this.#options = options;
  }

  /** @param now ms @throws when the store fails */
  async verify(
    claim: EmailTokenClaim,
    input: EmailInput,
    now: number,
    budget: Budget,
  ): Promise<EmailTokenAnswer> {
    const account = budget.account.id;
    const token = readEmailToken(claim.token);
    if (typeof token === "string") return refusedToken(token);
    const isMinted = (nonce: string, session: string) => this.#options.isMinted(account, nonce, session, now);
    const problem = await offlineProblem(token, claim, input, now, isMinted);
    if (problem !== null) return refusedToken(problem);
    // What is late goes on for the next call, without the use being noted: the token can be sent again then.
    const asking = this.#issued(token, input, now, budget).then((answer) => known(answer));
    const asked = await budget.within(asking);
    const answer = asked.known ? asked.value : refusedToken("issuer_unreachable");
    if (answer.status !== "verified") return answer;
    const isFirst = await this.#options.use(account, await useOf(token), usableUntil(token), now);
    return isFirst ? answer : refusedToken("token_replayed", answer.issuer);
  }

  async #issued(
    token: EmailToken,
    input: EmailInput,
    now: number,
    budget: Budget,
  ): Promise<EmailTokenAnswer> {
    if (input.domain === null) return refusedToken("issuer_discovery_failed");
    const records = await this.#options.dns.txt(issuerRecord(input.host), budget);
    if (!records.known) return refusedToken("issuer_unreachable");
    const issuer = issuerOf(records.value.records);
    if (issuer === null) return refusedToken("issuer_discovery_failed");
    const refused = (reason: EmailTokenReason) => refusedToken(reason, issuer);
    if (!await this.#isAllowed(issuer, now, budget)) return refused("issuer_not_allowed");
    // Of another issuer the keys decide nothing.
    if (issuerHost(token.evt.iss) !== issuer) return refused("issuer_mismatch");
    const problem = await this.#signatureProblem(token, issuer, budget) ?? issuedProblem(token, now);
    if (problem !== null) return refused(problem);
    return { status: "verified", reason: null, issuer, isPrivateEmail: token.evt.isPrivateEmail };
  }

  /** Whoever has a domain can issue tokens for it: only a known issuer, or one known for long, says anything. */
  async #isAllowed(issuer: string, now: number, budget: Budget): Promise<boolean> {
    if (isKnownIssuer(issuer)) return true;
    const name = parseDomain(issuer);
    if (name instanceof InvalidValue || name.isReserved) return false;
    const registration = await registrationOf(name, this.#options.registrations, budget);
    const created = registration.known ? Date.parse(registration.value.createdAt ?? "") : NaN;
    return now - created >= ISSUER_DAYS * DAY_MS;
  }

  async #signatureProblem(
    token: EmailToken,
    issuer: string,
    budget: Budget,
  ): Promise<EmailTokenReason | null> {
    const { documents } = this.#options;
    const described = await documents.read(metadataUrl(issuer), budget);
    if (!described.known) return "issuer_unreachable";
    const metadata = readMetadata(described.value.document, issuer);
    if (typeof metadata === "string") return metadata;
    if (!isAdvertised(token, metadata.algorithms)) return "unsupported_alg";
    const published = await documents.read(metadata.jwksUri, budget);
    if (!published.known) return "issuer_unreachable";
    const first = await keyProblem(token, published.value);
    // The keys may have changed since they were read.
    if (first !== "key_not_found" && first !== "evt_signature_invalid") return first;
    const again = await documents.readAgain(metadata.jwksUri, budget);
    if (again === null || !again.known) {
      // Keys that were read before the token was made do not show that its signature is false.
      return published.value.asked < token.evt.iat * 1000 ? "key_not_found" : first;
    }
    return await keyProblem(token, again.value);
  }
}

async function keyProblem(
  token: EmailToken,
  { document }: { readonly document: object },
): Promise<EmailTokenReason | null> {
  const keys = readKeys(document);
  if (keys === null) return "metadata_invalid";
  const isSigned = await isSignedByIssuer(token, keys);
  if (isSigned === null) return "key_not_found";
  return isSigned ? null : "evt_signature_invalid";
}
