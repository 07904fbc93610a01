/**
 * What the text of stored scores has in common: short values are deflated with it, so that a score that is committed alone needs
 * not much more than one of many. They are stored data: changing a character needs another `KIND`.
 */
export const PHRASES =
  `"mode":"test""mode":"live","subject":"email""subject":"phone""subject":"domain""subject":"device"` +
  `"free_provider","free",4,"free e-mail provider"],"domain_age_days":"offline","mx_provider":"offline","mx_records":"offline",` +
  `"signals.mx_found":"offline","signals.is_suspicious_handle":"not_supported: too short to judge","signals.is_new_domain":` +
  `"offline","signals.has_spf":"offline","signals.has_dmarc":"offline","signals.has_website":"offline","signals.mailbox_exists":` +
  `"unsupported","signals.is_catch_all":"offline","signals.has_digital_footprint":"disabled","digital_footprint.has_avatar":` +
  `"disabled","digital_footprint.avatar_profile_url":"disabled","digital_footprint.breach_count":"disabled",` +
  `"digital_footprint.seen_in_breach":"disabled","timeout","egress","hosting","network of a data center","known proxy","known VPN",` +
  `"verdict":"block","summary":"High risk ("verdict":"review","summary":"Medium risk (,"signup":[[null,0,1,2,2],["` +
  `",["email_pattern"]],["unknown",false,"none",null,null,"No agent signature and no browser characteristics were sent, so nothing ` +
  `is known about who is acting."],null,null,null]}` +
  `{"account":"acc_","key":"key_","mode":"live","subject":"user","via":"user","strictness":1,"data":"places 2.3.2026060513, ` +
  `networks 2.3.2026061719, domains 1.26.0/6.0.21/2.26.0/2ee94734, compiler 2; none"}\n` +
  `{"score":4,"verdict":"allow","summary":"Low risk (4): nothing suspicious about the IP address and e-mail address.",` +
  `"topSignals":[],"rule":null,"agentDecision":null}\n` +
  `{"kind":"email","score":4,"verdict":"allow","findings":[["3\n{"account":"acc_","key":"key_","mode":"live","subject":"ip",` +
  `"via":"batch""via":"single","strictness":1,"data":"places 2.3.2026060513, networks 2.3.2026061719, domains ` +
  `1.26.0/6.0.21/2.26.0/2ee94734, compiler 2; none"}\n` +
  `{"score":0,"verdict":"allow","summary":"Low risk (0): nothing suspicious about the IP address.",` +
  `"topSignals":[],"rule":null,"agentDecision":null}\n` +
  `{"kind":"ip","score":0,"verdict":"allow","findings":[],"trust":[],"unknown":{"signals.is_proxy":"not_loaded",` +
  `"signals.is_tor":"not_loaded","signals.is_hijacked_netblock":"not_loaded","hijacked_source":"not_loaded"},"rule":null}\n` +
  `0 0,1,2,3 0 0,1,2 {"id":"req_01-7000-","at":17,"components":[["","\\\\u2022\\\\u2022\\\\u2022@gmail.com","",".\\\\u2022","` +
  ` L6DEwZVAZ2rc"]]}`;

/** With what the addresses of data centers and loaded lists have in common. */
export const MORE_PHRASES =
  `"hijacked_source":"stale: ","vpn_provider":"stale: ""recent_abuse","recent",25,"reported for abuse in the last 30 days"` +
  `"reported","reports",acted as a proxy in the last daysproxies on many lines of this network"privacy_relay","egress",12,` +
  `"consumer privacy relay"tor_exit","egress",70,"Tor exit node"vpn_exit","egress",38,"commercial VPN exitnetwork owner's name ` +
  `suggests hostingopen proxylisted in Spamhaus DROP` + PHRASES +
  `{"score":34,"verdict":"allow","summary":"Low risk (34): IP address: datacenter address (","topSignals":["ip: datacenter ` +
  `address ()"],"rule":null,"agentDecision":null}\n{"kind":"ip","score":34,"verdict":"allow","findings":[["datacenter","egress",` +
  `34,"datacenter address (Amazon)(Oracle)(DigitalOcean)(Cloudflare)(Microsoft Azure)(Google)"]],"trust":[],"unknown":{` +
  `"signals.is_vpn":"not_loaded","signals.is_proxy":"not_loaded","signals.is_tor":"not_loaded","signals.is_hijacked_netblock":` +
  `"not_loaded","vpn_provider":"not_loaded","proxy_likelihood":"not_loaded","hijacked_source":"not_loaded"},"rule":null}\n` +
  `0 0,1,2 {"id":"req_01a2-7000-8","at":179,"components":[["",".\\u2022",""]]}`;

/** With how records of all kinds of scores begin and what they say of unknown facts, as of the end of November 2026. */
export const RECORD_PHRASES = MORE_PHRASES +
  `"VoIP is not recognisable in this numbering plan""mobile","number",2,"mobile number""kind":"phone","score":2,"verdict":"allow"` +
  `"disposable","disposable",78,"disposable e-mail domain""not_asked: disposable domain"` +
  `,"unknown":{"domain_age_days":"offline","mx_provider":"offline","mx_records":"offline","signals.mx_found":"offline",` +
  `"signals.is_new_domain":"offline","signals.has_spf":"offline","signals.has_dmarc":"offline","signals.has_website":"offline",` +
  `"signals.mailbox_exists":"offline","signals.is_catch_all":"offline","signals.has_digital_footprint":"disabled",` +
  `"digital_footprint.has_avatar":"disabled","digital_footprint.avatar_profile_url":"disabled","digital_footprint.breach_count":` +
  `"disabled","digital_footprint.seen_in_breach":"disabled"},"rule":null}\n` +
  `["unknown",false,"none",null,null,"No agent signature and no browser characteristics were sent, so nothing is known about who ` +
  `is acting."]\n0 0,1,2,3,4,5 "]],"signup":[[null,0,1,1,1],null,[],null,null,null],"facts":"e2|0||g.l|0"}` +
  `,"mode":"live","subject":"user","via":"user","strictness":1,"data":` +
  `"shared_address.shared":"no_data""iDE|Google LLC|2Microsoft Corporation|2"\n` +
  `6\n4\n{"account":"acc_","key":"key_","mode":"live","subject":"ip","via":"single","strictness":1,"data":"places ` +
  `2.3.2026060513/2.3.2026061719/b22d3cc9, networks 2.3.2026061719, domains 1.26.0/6.0.21/2.26.0/535c01b7, facts ` +
  `10.6.0/2.0.0/421a0cad, compiler 4; none"}\n` +
  `{"score":34,"verdict":"allow","summary":"Low risk (34): IP address: datacenter address (","topSignals":["ip: datacenter address ` +
  `()"],"rule":null,"agentDecision":null}\n` +
  `{"score":0,"verdict":"allow","summary":"Low risk (0): nothing suspicious about the IP address.","topSignals":[],"rule":null,` +
  `"agentDecision":null}\n{"kind":"ip","score":0,"verdict":"allow","findings":[],"trust":[],"unknown":{"signals.is_vpn":` +
  `"not_loaded","signals.is_proxy":"not_loaded","signals.is_tor":"not_loaded","signals.is_hijacked_netblock":"not_loaded",` +
  `"vpn_provider":"not_loaded","proxy_likelihood":"not_loaded","hijacked_source":"not_loaded"},"rule":null}\n"iUS|` +
  `|2"\n0 0,1,2,3 {"id":"req_01a2-7000-00","at":179,"components":[["",".•","` +
  ` "]],"facts":""}\n`;
