/** How the third party's fields and ours correspond, for the guide. The code that does it is `src/compat/`. */

export type Mapped = readonly [name: string, text: string];

export const CLIENTS: readonly Mapped[] = [
  ["minfraud-api-node 6 to 8", "new Client('1', key, 3000, 'minfraud.example.com')"],
  ["minfraud-api-node ≥ 9", "new Client('1', key, { host: 'minfraud.example.com' })"],
  ["geoip2-node ≥ 2.1", "new WebServiceClient('1', key, { host: 'minfraud.example.com' })"],
  ["Python minfraud, geoip2", "Client(1, key, host='minfraud.example.com')"],
  ["PHP minfraud", "new MinFraud(1, $key, ['host' => 'minfraud.example.com'])"],
  ["Java minfraud, geoip2", 'new WebServiceClient.Builder(1, key).host("minfraud.example.com").build()'],
  [".NET minFraud, GeoIP2", 'new WebServiceClient(1, key, host: "minfraud.example.com")'],
];

export const INPUTS: readonly Mapped[] = [
  ["device.ip_address", "Scored as ip"],
  ["device.user_agent", "Tells about the actor; never moves the score"],
  ["email.address", "Scored as email. Of an MD5 the domain is scored, when it is given"],
  ["email.domain", "Only without a readable address"],
  ["billing.phone_number", "Scored as phone; billing.country tells the country of a national number"],
  ["event.transaction_id", "Kept as a hash, so that a report may name it"],
  ["shipping, order, credit_card, …", "Not used; a warning says so"],
];

export const ANSWERS: readonly Mapped[] = [
  ["id", "The request_id without req_"],
  ["risk_score, ip_address.risk", "Our score between 0.01 and 99: never 0, never 100"],
  ["disposition.action", "accept, manual_review, reject for allow, review, block"],
  ["traits.is_anonymous", "VPN, open proxy or Tor"],
  [
    "traits.is_anonymous_vpn, is_public_proxy, is_tor_exit_node",
    "is_vpn, is_proxy, is_tor; null while unknown",
  ],
  ["traits.is_hosting_provider", "is_datacenter"],
  ["traits.isp, autonomous_system_*", "Who routes the address"],
  ["ip_address.country, city", "Place, with English names"],
  ["email.is_disposable, is_free, first_seen", "As found; the day this service first saw the address"],
  ["email.is_high_risk", "True when the verdict on the address is not allow"],
  ["winnow", "What the third party has no place for: phone, linkage, actor, top_signals, summary"],
];
