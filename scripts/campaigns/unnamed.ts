/** Kinds of campaigns that nothing was made for: what they share is any fact. */
import { hostIn } from "./addresses.ts";
import { type Kind, wave } from "./campaign.ts";
import { COUNTRIES, FAR_LINES } from "./countries.ts";
import { invented, proxied } from "./kinds.ts";

const [first, next] = [wave([12, 18], [10, 60]), wave([20, 30], [10, 50])];

/** One value of a field of the account's own, which few people have. */
const customField: Kind = {
  ...{ name: "one custom value", foundBy: 10, first, next },
  begin(people) {
    const source = `lp-${people.random.hex(3)}`;
    const line = proxied(people, 3);
    return (_, at) => people.signup(invented(people, { ...line(), source }), at);
  },
};

/** One city, and an old version of a browser. */
const cityAndBrowser: Kind = {
  ...{ name: "one city and browser version", foundBy: 10, first, next },
  begin(people) {
    const { random, addresses } = people;
    const country = COUNTRIES[random.below(4)]!;
    const subnets = addresses.ofOneCity(country.lines);
    const agent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${
      random.of([109, 117, 125])
    }.0.0.0 Safari/537.36`;
    return (_, at) => {
      const ip = hostIn(random, random.of(subnets));
      const signup = people.signup(invented(people, { ip }, country), at);
      return { ...signup, device_signals: { ...signup.device_signals, user_agent: agent } };
    };
  },
};

/** The clock and language of one country on lines of others. */
const farClock: Kind = {
  ...{ name: "clock and language of another country", foundBy: 10, first, next },
  begin(people) {
    const [zone, languages] = people.random.of(
      [["Asia/Ho_Chi_Minh", "vi-VN,vi"], ["Africa/Lagos", "en-NG,en"], ["Asia/Karachi", "ur-PK,en"]] as const,
    );
    const line = proxied(people, 3);
    return (_, at) => people.signup(invented(people, { ...line(), zone, languages }), at);
  },
};

/** Numbers of one operator abroad, far from each other. */
const foreignCarrier: Kind = {
  ...{ name: "numbers of one operator abroad", foundBy: 10, first, next },
  begin(people) {
    const [prefix, digits] = people.random.of([["+99298", 7], ["+37126", 6], ["+25570", 7]] as const);
    const line = proxied(people, 3);
    return (_, at) => {
      const phone = `${prefix}${2 + people.random.below(7)}${people.digits(digits - 1)}`;
      return people.signup(invented(people, { ...line(), phone }), at);
    };
  },
};

/** Lines of one operator where few customers live. */
const farLines: Kind = {
  ...{ name: "lines of one operator abroad", foundBy: 10, first, next },
  begin(people) {
    const { random, addresses } = people;
    const system = random.of(FAR_LINES);
    return (_, at) => {
      const ip = hostIn(random, addresses.subnet(random, system));
      return people.signup(invented(people, { ip }), at);
    };
  },
};

/** Addresses at a provider that few people have, and one system that is as rare. */
const providerAndSystem: Kind = {
  ...{ name: "one provider of mail and system", foundBy: 10, first, next },
  begin(people) {
    const { random } = people;
    const domain = random.of(["tutanota.com", "zoho.com", "mail.com"]);
    const line = proxied(people, 3);
    return (_, at) => {
      const person = invented(people, line());
      const email = people.at(domain, `${person.first}${people.digits(2)}`);
      const signup = people.signup({ ...person, email }, at);
      const user_agent = `Mozilla/5.0 (X11; Linux x86_64; rv:${
        150 + random.below(4)
      }.0) Gecko/20100101 Firefox/150.0`;
      return { ...signup, device_signals: { ...signup.device_signals, user_agent } };
    };
  },
};

/** A plan that few choose, on the phones of one maker, each with an id of its own. */
const planAndPhones: Kind = {
  ...{ name: "one plan and maker of phones", foundBy: 10, first, next },
  begin(people) {
    const line = proxied(people, 3);
    const user_agent =
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36";
    return (_, at) => {
      const signup = people.signup(invented(people, { ...line(), plan: "team" }), at);
      return { ...signup, device_signals: { ...signup.device_signals, user_agent } };
    };
  },
};

export const UNNAMED: readonly Kind[] = [
  customField,
  cityAndBrowser,
  farClock,
  foreignCarrier,
  farLines,
  providerAndSystem,
  planAndPhones,
];
