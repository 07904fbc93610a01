import assert from "node:assert/strict";
import { bundledFolds, withConfusables } from "../../../../src/signals/domain/confusable.ts";
import { homographOf } from "../../../../src/signals/domain/homograph.ts";
import { parseDomain } from "../../../../src/signals/domain/parse.ts";
import { wordsOf } from "../../../../src/signals/domain/protected_name.ts";

const ROOT = new URL("../../../../", import.meta.url);

function hostOf(text: string): string {
  const parsed = parseDomain(text);
  assert.ok("host" in parsed, `${text}: ${JSON.stringify(parsed)}`);
  return parsed.host;
}

const forged: readonly { name: string; given: string; target: string | null; why: RegExp; share: number }[] =
  [
    {
      name: "one Cyrillic letter",
      given: "pаypal.com",
      target: "paypal",
      why: /imitates "paypal"/,
      share: 1,
    },
    { name: "a name wholly in Cyrillic", given: "раураӏ.com", target: "paypal", why: /imitates/, share: 1 },
    { name: "Greek omicrons", given: "gοοgle.com", target: "google", why: /imitates/, share: 1 },
    { name: "small capitals", given: "ɢoogle.com", target: "google", why: /imitates/, share: 1 },
    { name: "a dotless i", given: "lınkedin.com", target: "linkedin", why: /imitates/, share: 1 },
    { name: "accents on a brand", given: "fácebook.com", target: "facebook", why: /imitates/, share: 1 },
    {
      name: "a brand inside a longer label",
      given: "metamạsk-login.io",
      target: "metamask",
      why: /imitates/,
      share: 1,
    },
    {
      name: "a brand misspelt with a foreign letter",
      given: "coinbasẹe.com",
      target: "coinbase",
      why: /imitates/,
      share: 1,
    },
    {
      name: "an imitation below an honest domain",
      given: "аmazon.shop.iana.org",
      target: "amazon",
      why: /imitates/,
      share: 1,
    },
    {
      name: "an English word in accents",
      given: "wallẹt-support.com",
      target: "wallet",
      why: /imitates/,
      share: 1,
    },
    {
      name: "mixed scripts without a known name",
      given: "zгфxq.com",
      target: null,
      why: /different scripts/,
      share: 1,
    },
    {
      name: "accents of several languages",
      given: "vłožixạ.com",
      target: null,
      why: /no single language/,
      share: 0.8,
    },
    {
      name: "a letter of no language's names",
      given: "ʂtuɖio.com",
      target: null,
      why: /no single language/,
      share: 0.8,
    },
    {
      name: "another script that reads as Latin",
      given: "сохара.com",
      target: null,
      why: /reads as "coxapa"/,
      share: 0.8,
    },
    { name: "a slash look-alike", given: "comノlogin.cn", target: null, why: /punctuation/, share: 1 },
    { name: "one for l in a brand", given: "paypa1.com", target: "paypal", why: /imitates/, share: 1 },
    { name: "rn for m in a brand", given: "rnicrosoft.com", target: "microsoft", why: /imitates/, share: 1 },
    { name: "zeros for o in a brand", given: "g00gle.com", target: "google", why: /imitates/, share: 1 },
    {
      name: "vv for w in a brand",
      given: "vvellsfargo.com",
      target: "wellsfargo",
      why: /imitates/,
      share: 1,
    },
    {
      name: "a zero in a brand of four letters",
      given: "0kex.com",
      target: "okex",
      why: /imitates/,
      share: 1,
    },
    { name: "rn behind a consonant in one", given: "exrno.com", target: "exmo", why: /imitates/, share: 1 },
    { name: "two rn in one", given: "xurnrn.com", target: "xumm", why: /imitates/, share: 1 },
    {
      name: "rn in one, beside a log-in",
      given: "arnex-login.com",
      target: "amex",
      why: /imitates/,
      share: 1,
    },
    { name: "vv in front of one", given: "vvise.com", target: "wise", why: /imitates/, share: 1 },
    {
      name: "rn behind a vowel in one of five",
      given: "zoorn-us.com",
      target: "zoom",
      why: /imitates/,
      share: 1,
    },
    {
      name: "a forged brand next to a word",
      given: "secure-paypa1.com",
      target: "paypal",
      why: /imitates/,
      share: 1,
    },
    {
      name: "a forged word",
      given: "hea1thcraft.com",
      target: null,
      why: /imitates the word "health"/,
      share: 0.5,
    },
    {
      name: "rn in a word",
      given: "rnorningdew.com",
      target: null,
      why: /imitates the word "morning"/,
      share: 0.5,
    },
    {
      name: "rn in a word that starts like another",
      given: "cornmerce.com",
      target: null,
      why: /"commerce"/,
      share: 0.5,
    },
    { name: "a zero in no word", given: "zyb0rtex.com", target: null, why: /digit 0 in place/, share: 0.15 },
    { name: "a one in no word", given: "twi1vex.com", target: null, why: /digit 1 in place/, share: 0.15 },
    { name: "two rn", given: "kirnrnex.com", target: null, why: /letter m/, share: 0.15 },
    { name: "rn behind a cluster", given: "vabrnexo.com", target: null, why: /letter m/, share: 0.15 },
    { name: "rn in front of a name", given: "rnozivex.com", target: null, why: /letter m/, share: 0.15 },
    { name: "vv behind a consonant", given: "hartvvell.com", target: null, why: /letter w/, share: 0.15 },
    {
      name: "words from end to end, undone",
      given: "1andforrest.com",
      target: null,
      why: /"land/,
      share: 0.5,
    },
    { name: "a short word in front", given: "tirneqx.com", target: null, why: /"time"/, share: 0.5 },
    { name: "a short word at the end", given: "zidexroorn.com", target: null, why: /"room"/, share: 0.5 },
    {
      name: "a zero in front of an x",
      given: "zadeb0x.com",
      target: null,
      why: /digit 0 in place/,
      share: 0.15,
    },
    { name: "vv in front of a consonant", given: "zavvtec.com", target: null, why: /letter w/, share: 0.15 },
    { name: "rn in front of a p", given: "zadirnpel.com", target: null, why: /letter m/, share: 0.15 },
  ];

for (const { name, given, target, why, share } of forged) {
  Deno.test(`homographOf finds ${name}`, () => {
    const found = homographOf(hostOf(given));
    assert.equal(found.detected, true);
    assert.equal(found.target, target);
    assert.match(found.why!, why);
    assert.equal(found.share, share);
  });
}

const honest: Readonly<Record<string, readonly string[]>> = {
  "German": [
    "münchen.de",
    "nürnberg-messe.com",
    "größer-denken.de",
    "käse-händler.ch",
    "weiß.at",
    "gebäudetechnik.com",
  ],
  "French": [
    "hôtel-idéal.fr",
    "opéra.fr",
    "économie-verte.com",
    "château-fort.com",
    "où-dîner.fr",
    "cœur.fr",
  ],
  "Spanish and Portuguese": [
    "ópera-madrid.es",
    "peluquería.com",
    "españa-viajes.es",
    "coração.com.br",
    "informática.pt",
  ],
  "Nordic": ["smörgåsbord.se", "blåbær.no", "ærø.dk", "hyvää.fi", "ísland.is"],
  "Polish, Czech, Hungarian": ["żółw.pl", "książka.com", "přerov.cz", "škoda.cz", "győr-sport.hu", "țară.ro"],
  "Turkish": ["türkiye.com.tr", "şehir.com", "çiçekçi.com.tr", "ışık.com.tr", "güneşli.com"],
  "Baltic and Vietnamese": ["žemė.lt", "rīga.lv", "tiếngviệt.vn", "đànẵng.com"],
  "Cyrillic": ["почта.рф", "москва.com", "книги.com", "київ.укр", "оса.рф", "хор.bg"],
  "Greek, Armenian, Georgian": ["ελλάδα.gr", "αθήνα.com", "հայաստան.am", "საქართველო.ge"],
  "Hebrew, Arabic, Thai, Indic": ["ישראל.com", "السعودية.com", "ไทย.com", "คน.ไทย", "भारत.com", "বাংলা.com"],
  "East Asian": [
    "日本語.jp",
    "みんなのカフェ.com",
    "ラーメン.com",
    "中国移动.com",
    "한국.com",
    "東京tower.jp",
    "라면shop.kr",
  ],
  "emoji and symbols": ["☕.com", "i❤.ws"],
  "brands themselves": [
    "paypal.com",
    "www.google.com",
    "paypal.xyz",
    "citroën.fr",
    "nestlé.com",
    "1password.com",
    "f2pool.com",
  ],
  "rn behind a vowel": [
    ...[
      "smirnoff.com",
      "smirnov.ru",
      "learnpress.com",
      "lernplattform.de",
      "barnmorska.se",
      "myrna.com",
      "girnar.com",
    ],
    ...[
      "birnbaum.de",
      "firnberg.at",
      "hirnforschung.de",
      "zwirner.com",
      "pirna.de",
      "barnmat.se",
      "stjarnmarknad.se",
    ],
    ...["burnpoint.com", "internport.com", "tyrnau.com", "westernair.com", "byrne.com"],
  ],
  "names that would read as a brand of four letters": [
    ...[
      "arnex.ch",
      "arnex.fr",
      "mairie-arnex.fr",
      "arnex-sur-orbe.ch",
      "narni.it",
      "hotel-narni.it",
      "purna.com",
      "revve.nl",
    ],
  ],
  "rn at the start, and r as a vowel": [
    ...[
      "rnli.org",
      "rnib.org.uk",
      "rnid.org.uk",
      "rncm.ac.uk",
      "rnoh.nhs.uk",
      "rnz.co.nz",
      "rnlishop.org.uk",
    ],
    ...["rnwmedia.org", "rnacentral.org", "rnjobs.com", "rnexplained.com", "prnewswire.com", "trnsys.com"],
    ...[
      "brno.cz",
      "hotelbrno.com",
      "krnap.cz",
      "trnava.sk",
      "drnovice.cz",
      "strnad.at",
      "vrnjackabanja.com",
      "srna.com",
    ],
  ],
  "words with rn that would read as another": [
    ...[
      "cornice.com",
      "modernail.com",
      "cornmarket.com",
      "burnmedia.com",
      "internmail.com",
      "learnmate.com",
      "cornet.com",
    ],
    ...["tavernmaps.com", "unicornmedia.com", "turnmail.com", "warner.com", "horne.com", "carne.it"],
  ],
  "vv of clubs, trades and Italian": [
    ...["vvaa.nl", "vvog.nl", "vvhoogeveen.nl", "rkvvdia.nl", "gvvv.nl", "svvschaesberg.nl", "vvv-venlo.nl"],
    ...[
      "vvsbutiken.se",
      "vvskupp.no",
      "avvocato.it",
      "provveditorato.it",
      "evviva.com",
      "davvero.it",
      "revvity.com",
    ],
  ],
  "numbers beside words": [
    ...["group1auto.com", "tier1performance.com", "level1techs.com", "area1security.com", "plan1health.com"],
    ...[
      "radio1rock.bg",
      "net1ueps.com",
      "channel1news.com",
      "kanal1nyheter.se",
      "formel1blog.de",
      "raum1berlin.de",
    ],
    ...[
      "type1diabetes.org",
      "track1media.com",
      "first1bank.com",
      "my1styear.com",
      "ground0cafe.com",
      "0waste.de",
    ],
    ...["level0.de", "studio01.com", "0xproject.com", "team1-b1zone.com", "agent007.com", "a0studio.com"],
  ],
  "numbers in codes": [
    ...[
      "f1experiences.com",
      "fc1koeln.de",
      "k1speed.com",
      "m1finance.com",
      "g1globo.com",
      "1und1.de",
      "1and1.com",
      "1and1-dns.biz",
      "1tamilmv.com",
    ],
    ...["1insurance.com", "1stdibs.com", "eu1hosting.com", "x0x.com"],
  ],
  "ASCII with rn, vv and digits": [
    ...["modern.com", "internet-journal.com", "cornell.edu", "savvy.com", "burning-corn.com", "hornbach.de"],
    ...[
      "route66.com",
      "web20.com",
      "studio1.de",
      "3m.com",
      "4shared.com",
      "b2b-24.net",
      "kingdom1st.org",
      "a1auto.com",
    ],
  ],
};

for (const [name, given] of Object.entries(honest)) {
  Deno.test(`homographOf spares honest names: ${name}`, () => {
    for (const domain of given) assert.deepEqual([domain, homographOf(hostOf(domain)).why], [domain, null]);
  });
}

Deno.test("an ordinary word that contains rn or vv is no forgery, alone or followed by a word", () => {
  for (const word of wordsOf(Deno.readTextFileSync(new URL("data/ordinary_words.txt", ROOT)))) {
    if (!/rn|vv/.test(word)) continue;
    for (const label of [word, `${word}shop`, `my${word}`, `${word}-online`]) {
      assert.deepEqual([label, homographOf(`${label}.com`).why], [label, null]);
    }
  }
});

Deno.test("a place where a pair is at home by its top-level name is no forgery there", () => {
  for (
    const [there, elsewhere] of [["vabrnexo.cz", "vabrnexo.com"], ["hartvvell.nl", "hartvvell.com"], [
      "rnozivex.uk",
      "rnozivex.com",
    ]]
  ) {
    assert.deepEqual([homographOf(there!).detected, homographOf(elsewhere!).detected], [false, true], there);
  }
});

Deno.test("a forged TLD label is not looked at, a suffix alone is none", () => {
  assert.equal(homographOf("com").detected, false);
  assert.equal(homographOf("xn--p1ai").detected, false);
  assert.equal(homographOf("github.io").detected, false);
});

Deno.test("added folds find what the bundled table does not know", () => {
  const host = hostOf("krꟻken.com");
  const added = withConfusables(bundledFolds(), "A7FB ;\t0061 ;\tMA\t# made up for this test\n");
  assert.notEqual(homographOf(host).target, "kraken");
  assert.equal(homographOf(host, added).target, "kraken");
});
