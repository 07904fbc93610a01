/** Facts from a user agent and a renderer string, shared by the bot model and the entropy class. */

type System = "windows" | "apple" | "ios" | "android" | "linux";

/** HTTP clients and automation tools. */
const TOOL =
  /^(curl|wget|python|go-http|java\/|okhttp|axios|node|undici|got |libwww|lwp|ruby|php|scrapy|httpie|postman|insomnia|apache-http|perl|rust|reqwest|deno|bun)|phantomjs|headless|selenium|puppeteer|playwright|slimerjs/i;

/** Crawlers name themselves or a page about them. Cubot is a maker of phones. */
const CRAWLER = /(?<!cu)bot\b|crawler|spider|slurp|\+https?:/i;

/** Names that AI agents give themselves. Anybody can: only a signature proves one. */
const AGENT =
  /\b(?:chatgpt[- ](?:user|agent)|gptbot|oai-searchbot|claude-(?:user|web|searchbot)|claudebot|anthropic-ai|perplexity(?:bot|-user)|google-(?:agent|extended)|googleother|googlebot|bingbot|applebot(?:-extended)?|amazonbot|amzn-user|novaact|bytespider|meta-external(?:agent|fetcher)|duckassistbot|mistralai-user|cohere-ai|youbot|manus-user|ccbot|diffbot)\b/i;

const HEADLESS = /headless|phantomjs|slimerjs/i;

const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render|software rasterizer/i;

/** Renderers that a system never has. */
const FOREIGN: Readonly<Record<System, RegExp>> = {
  windows: /\bmesa\b|llvmpipe|\bapple\b|\bmetal\b/i,
  apple: /direct3d|\bmesa\b|llvmpipe|adreno|\bmali\b|powervr/i,
  ios: /direct3d|\bmesa\b|llvmpipe|adreno|\bmali\b|nvidia|radeon|\bintel\b/i,
  android: /direct3d|\bapple\b|\bmetal\b/i,
  linux: /direct3d|\bmetal\b/i,
};

/** Names shared by many models: every Safari reports "Apple GPU", Firefox adds ", or similar". */
const GENERIC = /^apple gpu$|, or similar$|^mozilla$|^webkit webgl$/i;

/** Null when the user agent names none of these. */
function systemOf(userAgent: string): System | null {
  if (/windows/i.test(userAgent)) return "windows";
  if (/iphone|ipad|ipod/i.test(userAgent)) return "ios";
  if (/macintosh|mac os x/i.test(userAgent)) return "apple";
  if (/android/i.test(userAgent)) return "android";
  return /linux|x11|cros/i.test(userAgent) ? "linux" : null;
}

export function isTool(userAgent: string): boolean {
  return TOOL.test(userAgent) || CRAWLER.test(userAgent);
}

/** The AI agent that the user agent names, as it writes it; null: none. */
export function claimedAgent(userAgent: string): string | null {
  return AGENT.exec(userAgent)?.[0] ?? null;
}

export function isHeadless(userAgent: string): boolean {
  return HEADLESS.test(userAgent);
}

export function isMobile(userAgent: string): boolean {
  return /\bmobile\b|iphone|ipod/i.test(userAgent);
}

export function isDesktop(userAgent: string): boolean {
  const system = systemOf(userAgent);
  return (system === "windows" || system === "apple" || system === "linux") && !isMobile(userAgent);
}

/** Chrome, Edge or Opera on a desktop, which have plugins for their PDF viewer. */
export function isDesktopChromium(userAgent: string): boolean {
  return isDesktop(userAgent) && /chrome\//i.test(userAgent);
}

export function isSoftwareRenderer(renderer: string): boolean {
  return SOFTWARE.test(renderer);
}

export function isForeignRenderer(userAgent: string, renderer: string): boolean {
  const system = systemOf(userAgent);
  return system !== null && FOREIGN[system].test(renderer);
}

/**
 * True for an id that many devices have: phones, tablets and Macs of one model, and browsers that hide what they run on.
 * False for an id without characteristics, which may be of any maker.
 * @param userAgent null: not sent
 * @param renderer null: not sent, or the browser has none
 */
export function isCommonId(userAgent: string | null, renderer: string | null): boolean {
  if (userAgent === null) return false;
  const system = systemOf(userAgent);
  // One model's browsers say the same of everything else too, whatever they say of the graphics card.
  if (system === "ios" || system === "android" || system === "apple") return true;
  return renderer !== null && entropyClass(userAgent, renderer) !== "distinct";
}

/** How well a device id distinguishes devices. */
export type EntropyClass = "distinct" | "shared" | "common";

/**
 * Desktops with a named GPU are distinct, except Macs: equal Macs have equal ids in Chrome too, since Apple sells few models
 * and installs one set of fonts. Android phones of one model share an id, and so do devices in one bucket of Firefox's
 * renderer. Common: iPhones and iPads, Safari, machines without a GPU, and devices whose characteristics were not sent;
 * reports about their ids count least, since they may be about another device.
 */
export function entropyClass(userAgent: string | null, renderer: string | null): EntropyClass {
  if (userAgent === null || renderer === null || isSoftwareRenderer(renderer)) return "common";
  const system = systemOf(userAgent);
  if (system === null || system === "ios" || /^apple gpu$/i.test(renderer)) return "common";
  return system === "android" || system === "apple" || GENERIC.test(renderer) ? "shared" : "distinct";
}
