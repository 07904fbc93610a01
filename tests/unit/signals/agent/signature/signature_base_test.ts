import assert from "node:assert/strict";
import { type AgentRequestInput, parseAgentRequest } from "../../../../../src/signals/agent/parse.ts";
import {
  CoveredComponentError,
  signatureBase,
} from "../../../../../src/signals/agent/signature/signature_base.ts";
import {
  type InnerList,
  parseDictionary,
} from "../../../../../src/signals/agent/signature/structured_fields.ts";

function linesOf(request: AgentRequestInput, components: string): string[] {
  const list = parseDictionary(`s=(${components});created=1`).members.get("s") as InnerList;
  return signatureBase(parseAgentRequest(request), list).text.split("\n");
}

const HEADERS = {};

Deno.test("signatureBase builds the derived components of a request", () => {
  const rows: readonly { name: string; url: string; method?: string; component: string; value: string }[] = [
    { name: "method", url: "https://h.example/", method: "POST", component: '"@method"', value: "POST" },
    {
      name: "method in upper case",
      url: "https://h.example/",
      method: "get",
      component: '"@method"',
      value: "GET",
    },
    { name: "method by default", url: "https://h.example/", component: '"@method"', value: "GET" },
    {
      name: "target URI as given",
      url: "https://WWW.Example.com:443/a/../b%7e?x=%2F",
      component: '"@target-uri"',
      value: "https://WWW.Example.com:443/a/../b%7e?x=%2F",
    },
    {
      name: "target URI without fragment",
      url: "https://h.example/p#f",
      component: '"@target-uri"',
      value: "https://h.example/p",
    },
    {
      name: "authority in lower case",
      url: "https://WWW.Example.COM/",
      component: '"@authority"',
      value: "www.example.com",
    },
    {
      name: "default port of https",
      url: "https://h.example:443/",
      component: '"@authority"',
      value: "h.example",
    },
    {
      name: "default port of http",
      url: "http://h.example:80/",
      component: '"@authority"',
      value: "h.example",
    },
    {
      name: "443 is no default of http",
      url: "http://h.example:443/",
      component: '"@authority"',
      value: "h.example:443",
    },
    {
      name: "80 is no default of https",
      url: "https://h.example:80/",
      component: '"@authority"',
      value: "h.example:80",
    },
    {
      name: "IPv6 keeps its brackets",
      url: "https://[2001:DB8::1]:8443/",
      component: '"@authority"',
      value: "[2001:db8::1]:8443",
    },
    {
      name: "no user information",
      url: "https://u:p@h.example/",
      component: '"@authority"',
      value: "h.example",
    },
    { name: "scheme", url: "HTTP://h.example/", component: '"@scheme"', value: "http" },
    {
      name: "request target",
      url: "https://h.example/path?a=b",
      component: '"@request-target"',
      value: "/path?a=b",
    },
    {
      name: "request target of an empty path",
      url: "https://h.example?a",
      component: '"@request-target"',
      value: "/?a",
    },
    {
      name: "path is never decoded",
      url: "https://h.example/%7Efoo/%2e/Bar",
      component: '"@path"',
      value: "/%7Efoo/%2e/Bar",
    },
    { name: "empty path", url: "https://h.example", component: '"@path"', value: "/" },
    {
      name: "query",
      url: "https://h.example/p?param=value&foo=bar&baz=batman",
      component: '"@query"',
      value: "?param=value&foo=bar&baz=batman",
    },
    {
      name: "query without decoding",
      url: "https://h.example/p?a=%2F+b",
      component: '"@query"',
      value: "?a=%2F+b",
    },
    { name: "no query", url: "https://h.example/p", component: '"@query"', value: "?" },
    { name: "empty query", url: "https://h.example/p?", component: '"@query"', value: "?" },
  ];
  for (const { name, url, method, component, value } of rows) {
    const [line] = linesOf({ url, method, headers: HEADERS }, component);
    assert.equal(line, `${component}: ${value}`, name);
  }
});

Deno.test("signatureBase encodes query parameters as RFC 9421 section 2.2.8 does", () => {
  const url =
    "https://www.example.com/parameters?var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something&empty=&punct=!'()*~-._&?odd=1";
  const rows = [
    ["var", "this%20is%20a%20big%0Amultiline%20value"],
    ["bar", "with%20plus%20whitespace"],
    ["fa%C3%A7ade%22%3A%20", "something"],
    ["empty", ""],
    ["punct", "%21%27%28%29*%7E-._"],
    ["%3Fodd", "1"],
  ] as const;
  for (const [name, value] of rows) {
    const component = `"@query-param";name="${name}"`;
    assert.equal(linesOf({ url, headers: HEADERS }, component)[0], `${component}: ${value}`);
  }
});

Deno.test("signatureBase builds fields as RFC 9421 section 2.1 does", () => {
  const headers = {
    "X-OWS-Header": "   Leading and trailing whitespace.  ",
    "X-Obs-Fold-Header": "Obsolete\r\n    line folding.",
    "X-Empty-Header": "",
    "Example-Dict": "  a=1,    b=2;x=1;y=2,   c=(a   b   c), d",
    "X-Inner": "two  spaces\tand a tab",
    "Cache-Control": "max-age=60",
    "cache-control": "   must-revalidate  ",
    "Just-Item": '"x";  p=1.50',
  };
  const rows = [
    ['"x-ows-header"', "Leading and trailing whitespace."],
    ['"x-obs-fold-header"', "Obsolete line folding."],
    ['"x-empty-header"', ""],
    ['"example-dict"', "a=1,    b=2;x=1;y=2,   c=(a   b   c), d"],
    ['"example-dict";sf', "a=1, b=2;x=1;y=2, c=(a b c), d"],
    ['"example-dict";key="a"', "1"],
    ['"example-dict";key="b"', "2;x=1;y=2"],
    ['"example-dict";key="c"', "(a b c)"],
    ['"example-dict";key="d"', "?1"],
    ['"x-inner"', "two  spaces\tand a tab"],
    ['"cache-control"', "max-age=60, must-revalidate"],
    ['"cache-control";bs', ":bWF4LWFnZT02MA==:, :bXVzdC1yZXZhbGlkYXRl:"],
    ['"x-ows-header";bs', ":TGVhZGluZyBhbmQgdHJhaWxpbmcgd2hpdGVzcGFjZS4=:"],
    ['"just-item";sf', '"x";p=1.5'],
  ] as const;
  for (const [component, value] of rows) {
    assert.equal(linesOf({ url: "https://h.example/", headers }, component)[0], `${component}: ${value}`);
  }
});

Deno.test("signatureBase refuses covered components that cannot be derived", () => {
  const headers = {
    "a": "1",
    "dict": "x=1",
    "broken": "x=",
    "unicode": "ü",
    "line": "a\nb",
    "return": "a\rb",
    "content-digest": '"not a dictionary"',
  };
  const url = "https://h.example/p?twice=1&twice=2&once=1";
  const rows = [
    ["the same twice", '"a" "a"'],
    ["the same twice with parameters in another order", '"dict";sf;key="x" "dict";key="x";sf'],
    ["@signature-params", '"@signature-params"'],
    ["upper case", '"A"'],
    ["unknown derived component", '"@nothing"'],
    ["@status", '"@status"'],
    ["unknown parameter", '"a";what'],
    ["parameter of a derived component", '"@method";sf'],
    ["name on a field", '"a";name="x"'],
    ["absent field", '"absent"'],
    ["empty name", '""'],
    ["trailer", '"a";tr'],
    ["request of a response", '"a";req'],
    ["authority of a request by ;req", '"@authority";req'],
    ["sf that is not a flag", '"dict";sf=1'],
    ["sf switched off", '"dict";sf=?0'],
    ["key that is not a string", '"dict";key=x'],
    ["bs with sf", '"dict";bs;sf'],
    ["bs with key", '"dict";bs;key="x"'],
    ["key of an unreadable field", '"broken";key="x"'],
    ["sf of an unreadable field", '"broken";sf'],
    ["sf of a field of another type", '"content-digest";sf'],
    ["absent member", '"dict";key="y"'],
    ["non-ASCII value", '"unicode"'],
    ["non-ASCII value in bytes", '"unicode";bs'],
    ["line feed", '"line"'],
    ["carriage return", '"return"'],
    ["query parameter without a name", '"@query-param"'],
    ["query parameter that is absent", '"@query-param";name="none"'],
    ["query parameter that comes twice", '"@query-param";name="twice"'],
    ["query parameter with more", '"@query-param";name="once";sf'],
    ["name that is not a string", '"@query-param";name=once'],
  ] as const;
  for (const [name, components] of rows) {
    assert.throws(() => linesOf({ url, headers }, components), CoveredComponentError, name);
  }
});

Deno.test("signatureBase ends with the parameters as they re-serialise", () => {
  const input =
    's=(  "@method"   "@path" );created=0001;  keyid="k\\"\\\\";x=?1;y=?0;z=1.50;unknown=tok:en/x';
  const list = parseDictionary(input).members.get("s") as InnerList;
  const request = parseAgentRequest({ url: "https://h.example/", headers: {} });
  assert.equal(
    signatureBase(request, list).text,
    '"@method": GET\n"@path": /\n"@signature-params": ("@method" "@path");created=1;keyid="k\\"\\\\";x;y=?0;z=1.5;unknown=tok:en/x',
  );
});

Deno.test("a field of which many members are covered is read once", () => {
  const names = Array.from({ length: 50 }, (_, at) => `m${at}`);
  let reads = 0;
  class Lines extends Array<string> {
    override map<T>(each: (line: string, at: number, all: string[]) => T): T[] {
      reads++;
      return Array.from(this).map(each);
    }
  }
  const url = "https://h.example/";
  const request = parseAgentRequest({ url, headers: { a: names.join(", ") } });
  const fields = new Map(request.fields).set("a", Lines.from(request.fields.get("a")!) as Lines);
  const components = names.map((name) => `"a";key="${name}"`).join(" ");
  const list = parseDictionary(`s=(${components});created=1`).members.get("s") as InnerList;
  const lines = signatureBase({ ...request, fields }, list).text.split("\n");
  assert.deepEqual(lines.slice(0, 2), ['"a";key="m0": ?1', '"a";key="m1": ?1']);
  assert.equal(reads, 1);
});
