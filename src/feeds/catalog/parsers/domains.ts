/** Parses lists of disposable mail domains: one domain per line. */
import { parse } from "tldts";
import providersText from "../../../../data/major_mail_providers.txt" with { type: "text" };
import { lazy } from "../../../concurrency/lazy.ts";
import { rowsOf } from "../../../model/table_text.ts";
import { type FeedParser, FeedRefused } from "../feed.ts";
import { feedLines, feedText, RowCount } from "./text.ts";

/** Mail services with millions of users: a list that contains one of these is wrong or was tampered with. */
const majorProviders = lazy((): ReadonlySet<string> => new Set(rowsOf(providersText)));

const MAX_DOMAIN_LENGTH = 253;
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/**
 * Private suffixes (`pp.ua`, dynamic DNS services) are left out: all names below them would count as disposable.
 * @throws {FeedRefused} when it contains a registry's suffix (`com`, `co.uk`) or a major provider
 */
export const domainLines: FeedParser = (bytes) => {
  const count = new RowCount();
  const domains = new Set<string>();
  for (const line of feedLines(feedText(bytes))) {
    const domain = line.toLowerCase().replace(/^[@.]/, "").replace(/\.$/, "");
    if (domain.length > MAX_DOMAIN_LENGTH || !domain.split(".").every((label) => LABEL.test(label))) {
      count.skip(line);
      continue;
    }
    if (majorProviders().has(domain)) throw new FeedRefused(`it contains the major provider ${domain}`);
    const { publicSuffix, isIcann, isPrivate, isIp } = parse(domain, { allowPrivateDomains: true });
    if (isIp || (!isIcann && !isPrivate)) count.skip(line);
    else if (publicSuffix !== domain) domains.add(domain);
    else if (isIcann) throw new FeedRefused(`it contains the public suffix ${domain}`);
    else count.drop(line);
  }
  count.entries = domains.size;
  return count.parsed({ kind: "domains", data: [...domains].join("\n") });
};
