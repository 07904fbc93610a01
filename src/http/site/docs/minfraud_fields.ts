/** How minFraud's fields map to ours, for the guide. `src/compat/` does the mapping. */

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
  ["device.user_agent", "Classifies the actor; does not affect the score"],
  ["email.address", "Scored as email. With an MD5 only the domain is scored, if given"],
  ["email.domain", "Only without a readable address"],
  ["billing.phone_number", "Scored as phone; billing.country is the country of a national number"],
  ["event.transaction_id", "Stored as a hash, so that reports can refer to it"],
  ["shipping, order, credit_card, …", "Not used; adds a warning"],
];

export const ANSWERS: readonly Mapped[] = [
  ["id", "The request_id without req_"],
  ["risk_score, ip_address.risk", "Our score, limited to 0.01 to 99"],
  ["disposition.action", "accept, manual_review, reject for allow, review, block"],
  ["traits.is_anonymous", "VPN, open proxy or Tor"],
  [
    "traits.is_anonymous_vpn, is_public_proxy, is_tor_exit_node",
    "is_vpn, is_proxy, is_tor; null when unknown",
  ],
  ["traits.is_hosting_provider", "is_datacenter"],
  ["traits.isp, autonomous_system_*", "The network operator of the address"],
  ["ip_address.country, city", "Location, with English names"],
  [
    "email.is_disposable, is_free, first_seen",
    "As in our result; first_seen is the day this service first saw the address",
  ],
  ["email.is_high_risk", "True unless the verdict on the address is allow"],
  ["winnow", "Results without a minFraud field: phone, linkage, actor, top_signals, summary"],
];
