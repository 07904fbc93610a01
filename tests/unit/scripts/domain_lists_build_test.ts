import assert from "node:assert/strict";
import { openDomainLists } from "../../../src/feeds/domains/disposable.ts";
import { compileDomainLists } from "../../../scripts/domain_lists_build.ts";

const bytes = await compileDomainLists();
const lists = openDomainLists(bytes);
const sizes = new Map(
  [...new TextDecoder().decode(bytes).matchAll(/^#(\w+) (\d+)$/gm)].map((
    [, name, size],
  ) => [name, Number(size)]),
);

Deno.test("the compiled lists hold what their packages hold", () => {
  assert.ok(sizes.get("reference")! > 8_000);
  assert.ok(sizes.get("wide")! > 50_000);
  assert.ok(sizes.get("free")! > 500);
  assert.ok(bytes.length < 2_000_000);
});

Deno.test("compiling twice gives the same bytes", async () => {
  assert.deepEqual(await compileDomainLists(), bytes);
});

Deno.test("well-known disposable services, their subdomains and mail hosts", () => {
  for (
    const host of ["mailinator.com", "yopmail.com", "guerrillamail.com", "10minutemail.com", "temp-mail.org"]
  ) {
    assert.equal(lists.disposable(host)?.level, "listed", host);
    assert.equal(lists.disposable(`inbox.${host}`)?.entry, host);
  }
  assert.equal(lists.disposableMx("mail.mailinator.com"), true);
  assert.equal(lists.disposableMx("mx.yopmail.com"), true);
});

Deno.test("mail providers, alias services and mail infrastructure are never disposable", () => {
  const spared = [
    ...[
      "gmail.com",
      "outlook.com",
      "proton.me",
      "gmx.de",
      "qq.com",
      "tutanota.com",
      "yandex.ru",
      "naver.com",
    ],
    ...[
      "duck.com",
      "mozmail.com",
      "simplelogin.com",
      "anonaddy.com",
      "passmail.net",
      "privaterelay.appleid.com",
    ],
    ...[
      "tom.com",
      "sohu.com",
      "21cn.com",
      "hush.ai",
      "birdlover.com",
      "dutchmail.com",
      "priest.com",
      "snakebite.com",
    ],
    ...["yandex.net", "blogs.com", "token.ro", "craigslist.org", "nospammail.net", "veryfast.biz"],
  ];
  for (const host of spared) assert.equal(lists.disposable(host), null, host);
  const infrastructure = [
    ...["aspmx.l.google.com", "x.mail.protection.outlook.com", "mx1.improvmx.com", "mx1.forwardemail.net"],
    ...["mx.zoho.com", "mxa.mailgun.org", "inbound-smtp.eu-west-1.amazonaws.com", "mail.protonmail.ch"],
  ];
  for (const exchange of infrastructure) assert.equal(lists.disposableMx(exchange), false, exchange);
});

Deno.test("a provider that disposable lists hold is a free provider all the same", () => {
  for (const host of ["21cn.com", "hush.ai", "birdlover.com"]) {
    assert.equal(lists.isFreeProvider(host), true, host);
  }
});

Deno.test("children of public suffixes that wide lists hold are not disposable", () => {
  for (const host of ["echo.msk.ru", "lavka.pp.ua", "tienda.com.ar", "msk.ru", "me.ddns.net", "co.uk"]) {
    assert.equal(lists.disposable(host), null, host);
  }
});

Deno.test("free providers hold people's mailboxes, no placeholder and no disposable service", () => {
  for (
    const host of [
      "gmail.com",
      "hotmail.fr",
      "yahoo.co.jp",
      "tutanota.com",
      "seznam.cz",
      "laposte.net",
      "qq.com",
    ]
  ) {
    assert.equal(lists.isFreeProvider(host), true, host);
  }
  for (
    const host of ["example.com", "yourdomain.com", "mailinator.com", "temp-mail.org", "pp.ua", "iana.org"]
  ) {
    assert.equal(lists.isFreeProvider(host), false, host);
  }
});

Deno.test("every compiled entry is a lower-case A-label name below a suffix", () => {
  const names = new TextDecoder().decode(bytes).trim().split("\n").slice(1).filter((line) =>
    !line.startsWith("#")
  );
  assert.deepEqual(
    names.filter((name) => !/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(name)),
    [],
  );
});
