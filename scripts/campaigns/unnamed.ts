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

export const UNNAMED: readonly Kind[] = [customField, cityAndBrowser, farClock, foreignCarrier, farLines];
