/**
 * The second yardstick: what somebody writes who needs a risk score by the evening. No key, no record, no metering, no
 * explanation. `node server.cjs city-ipv4.mmdb city-ipv6.mmdb`; its packages are installed by bench/diy.ts.
 */
const { disposableEmailBlocklistSet } = require("disposable-email-domains-js");
const Fastify = require("fastify");
const { parsePhoneNumberFromString } = require("libphonenumber-js/max");
const maxmind = require("maxmind");

// The package's own check makes this set anew for each address.
const DISPOSABLE = disposableEmailBlocklistSet();

async function main([v4File, v6File]) {
  const [v4, v6] = await Promise.all([maxmind.open(v4File), maxmind.open(v6File)]);
  const scoreIp = (ip) => {
    const place = (ip.includes(":") ? v6 : v4).get(ip);
    const country = place?.country_code ?? null;
    return { ip, country, city: place?.city ?? null, score: country === null ? 40 : 0 };
  };
  const app = Fastify();
  app.get("/v1/score/ip", ({ query }) => ({ success: true, ...scoreIp(query.ip) }));
  app.post("/v1/score/user", ({ body }) => {
    const ip = scoreIp(body.ip);
    const email = scoreEmail(body.email);
    const phone = scorePhone(body.phone);
    const score = Math.max(ip.score, email.score, phone.score);
    const verdict = score >= 75 ? "block" : score >= 40 ? "review" : "allow";
    return { success: true, score, verdict, ip, email, phone };
  });
  console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
}

function scoreEmail(email) {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  const disposable = DISPOSABLE.has(domain);
  return { email, domain, disposable, score: disposable ? 80 : 0 };
}

function scorePhone(text) {
  const phone = parsePhoneNumberFromString(text);
  const valid = phone?.isValid() ?? false;
  const type = phone?.getType() ?? null;
  const score = !valid ? 60 : type === "VOIP" || type === "PREMIUM_RATE" ? 40 : 0;
  return { phone: phone?.number ?? text, valid, type, country: phone?.country ?? null, score };
}

main(process.argv.slice(2));
