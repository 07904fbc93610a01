// @ts-check
/// <reference lib="dom" />
// Winnow.fingerprint(): an id of this device and markers of automation. Stores and sends nothing.
(() => {
  const nav = navigator;
  const device_token = ""; // The service puts one in.
  const STOP_MS = 500;
  const gecko = "mozInnerScreenX" in window;
  const chromium = /^Google/.test(nav.vendor);
  const steady = chromium && !("brave" in nav); // Brave randomises values per site

  const FONTS =
    "Agency FB,Arial Nova,Batang,Calibri,Cantarell,Cascadia Code,Century Gothic,DejaVu Sans,DengXian,Fira Code,FreeSans,Inter,ISOCPEUR,JetBrains Mono,Lato,Levenim MT,Liberation Sans,Meiryo,Montserrat,MS Outlook,Myriad Pro,Nimbus Sans,Noto Sans CJK JP,Open Sans,Roboto,Segoe UI Variable,Ubuntu,Univers,Vrinda";

  const MARKERS =
    /^(\$?cdc_|__(playwright|pw_|pwInit|puppeteer|nightmare|(webdriver|selenium|fxdriver|driver)_)|_phantom|_selenium|_?call(Selenium|Phantom)|domAutomation)/i;

  /** @template T @param {() => T} read @returns {T | null} null when it throws */
  function tried(read) {
    try {
      return read();
    } catch {
      return null;
    }
  }

  const canvas = () => document.createElement("canvas");

  /** The GPU: name without driver versions, limits by GLenum, texture formats. */
  function graphics() {
    const gl = canvas().getContext("webgl");
    if (!gl) return null;
    const names = gl.getExtension("WEBGL_debug_renderer_info");
    const renderer = `${gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER)}`;
    const formats = gl.getSupportedExtensions()?.filter((name) =>
      /_(s3tc|rgtc|bptc|etc1?|astc|pvrtc)$/.test(name)
    );
    const limits = [3379, 34076, 34024, 3386, 33901, 33902, 34921, 36347, 36348, 36349, 34930, 35660];
    const id = [
      renderer.replace(/\d+(\.\d+)+/g, ""),
      limits.map((name) => `${gl.getParameter(name)}`),
      formats?.sort(),
    ];
    gl.getExtension("WEBGL_lose_context")?.loseContext();
    return { renderer, id };
  }

  /** Fonts whose text width differs from the fallback's. Firefox hides them in private windows, Safari always. */
  function fonts() {
    const pen = steady && canvas().getContext("2d");
    if (!pen) return null;
    const width = (font = "") => {
      pen.font = `72px ${font}serif`;
      return pen.measureText("mmMwWLliI0O&1").width;
    };
    const plain = width();
    return FONTS.split(",").filter((font) => width(`"${font}",`) != plain);
  }

  /** Anti-aliasing of shapes. No text, which changes with zoom. */
  function geometry() {
    const draw = () => {
      const sheet = canvas(), pen = sheet.getContext("2d");
      if (!pen) return null;
      sheet.height = 160;
      pen.globalCompositeOperation = "multiply";
      for (const colour of [3, 5, 6]) {
        pen.fillStyle = "#" + colour * 111;
        pen.beginPath();
        pen.arc(23.7 * colour, 60 + colour ** 2, 41.3, 0, 7);
        pen.bezierCurveTo(3.3, 140, 147, 9.1, 99.9, 133);
        pen.fill("evenodd");
      }
      return sheet.toDataURL();
    };
    const first = steady && draw();
    return first && first == draw() && first;
  }

  /** Characteristics that do not depend on window, language, zoom or user agent. */
  function characteristics(/** @type {unknown} */ gpu) {
    const { width, height } = screen, cores = nav.hardwareConcurrency;
    const long = Math.max(width, height), short = Math.min(width, height);
    return JSON.stringify([
      nav.vendor,
      nav.platform,
      Math.min(nav.maxTouchPoints, 2),
      // Scaling keeps a monitor's aspect ratio. Safari reports the window's size.
      /^Linux a/.test(nav.platform) ? [long, short] : (gecko || chromium) && Math.round(long / short * 20),
      // Firefox reports 4 or 8 in private windows.
      gecko ? cores < 8 ? 4 : 8 : steady && cores,
      gpu,
      tried(fonts),
      tried(geometry),
    ]);
  }

  /** FIPS 180-4, for pages without HTTPS. @param {Uint8Array} bytes */
  function sha256(bytes) {
    // Words: 0 schedule, 64 constants, 128 state, 136 text.
    const end = 136 + (bytes.length + 72 >> 6) * 16, memory = new DataView(new ArrayBuffer(end * 4));
    /** @param {number} i */
    const get = (i) => memory.getInt32(i * 4);
    /** @param {number} i @param {number} word */
    const put = (i, word) => memory.setInt32(i * 4, word);
    /** @param {number} x @param {number} by */
    const turn = (x, by) => x >>> by | x << 32 - by;
    for (let n = 2, i = 0; i < 64; n++) {
      let divisor = 2;
      while (n % divisor) divisor++;
      if (divisor < n) continue;
      if (i < 8) put(128 + i, n ** .5 % 1 * 2 ** 32);
      put(64 + i++, Math.cbrt(n) % 1 * 2 ** 32);
    }
    bytes.forEach((byte, i) => memory.setUint8(544 + i, byte));
    memory.setUint8(544 + bytes.length, 128);
    put(end - 1, bytes.length * 8);
    for (let block = 136; block < end; block += 16) {
      let a = get(128), b = get(129), c = get(130), d = get(131);
      let e = get(132), f = get(133), g = get(134), h = get(135);
      for (let i = 0; i < 64; i++) {
        const x = get(i - 15 & 63), y = get(i - 2 & 63);
        const late = get(i - 16 & 63) + get(i - 7 & 63) + (turn(x, 7) ^ turn(x, 18) ^ x >>> 3) +
          (turn(y, 17) ^ turn(y, 19) ^ y >>> 10);
        put(i, i < 16 ? get(block + i) : late);
        const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + get(64 + i) + get(i);
        const two = one + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c);
        [a, b, c, d, e, f, g, h] = [two | 0, a, b, c, d + one | 0, e, f, g];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => put(128 + i, get(128 + i) + word));
    }
    return memory.buffer.slice(512, 544);
  }

  /** SHA-256 in hex. @param {string} text */
  async function hash(text) {
    const bytes = new TextEncoder().encode(text);
    const digest = crypto.subtle ? await crypto.subtle.digest("SHA-256", bytes) : sha256(bytes);
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** The values in a worker, which few disguises change. @returns {Promise<string[]>} */
  const fromWorker = () =>
    new Promise((resolve) => {
      const url = URL.createObjectURL(new Blob(["postMessage([navigator.platform,navigator.userAgent])"]));
      const worker = new Worker(url);
      setTimeout(() => (worker.terminate(), URL.revokeObjectURL(url)), STOP_MS);
      worker.onmessage = (event) => resolve(event.data);
      worker.onerror = () => resolve([]);
    });

  const family = (/** @type {string} */ text) =>
    /\bwin/i.test(text) ? 1 : /mac|ip(hone|ad|od)/i.test(text) ? 2 : 3;
  const renamed = (platform = "") => !!platform && family(platform) != family(nav.userAgent);
  const headless = (agent = "") => /headless/i.test(agent);

  /** A genuine getter is native code and throws for another object. */
  function disguised() {
    const getter = Object.getOwnPropertyDescriptor(Navigator.prototype, "webdriver")?.get;
    if (Object.getOwnPropertyDescriptor(nav, "webdriver")) return true;
    if (!getter) return chromium;
    if (!/\[native code\]/.test(Function.prototype.toString.call(getter))) return true;
    return !!tried(() => (getter.call({}), true));
  }

  async function fingerprint() {
    const stop = new Promise((resolve) => setTimeout(resolve, STOP_MS));
    const gpu = tried(graphics);
    // People change the user agent too, so it counts only without a GPU.
    const suspect = !gpu || /SwiftShader|llvmpipe|softpipe|Basic Render/.test(gpu.renderer);
    const user_agent = nav.userAgent.slice(0, 512), { width, height, colorDepth } = screen;
    const automation = {
      webdriver: nav.webdriver,
      automation_globals: disguised() || suspect && renamed(nav.platform) ||
        Object.getOwnPropertyNames(window).some((name) => MARKERS.test(name)),
      headless_ua: headless(user_agent),
      zero_screen: !(width && height) || document.hasFocus() && !(outerWidth || outerHeight),
      no_plugins: !nav.plugins.length,
      no_languages: !nav.languages.length,
    };
    const shown = automation.webdriver || automation.automation_globals || automation.headless_ua;
    const answer = suspect && !shown && fromWorker().catch(() => null);
    const device_id = await hash(characteristics(gpu?.id));
    const [platform, agent] = await Promise.race([answer, stop]) || [];
    automation.automation_globals ||= renamed(platform);
    automation.headless_ua ||= headless(agent);
    return {
      device_id,
      signals: {
        user_agent,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        timezone_offset: new Date().getTimezoneOffset(),
        screen: [width, height, colorDepth].join("x"),
        hardware_concurrency: nav.hardwareConcurrency,
        languages: nav.languages.join(),
        webgl_renderer: gpu?.renderer,
      },
      automation,
      ...(device_token ? { device_token } : {}),
    };
  }

  if (!("Winnow" in window)) Object.assign(window, { Winnow: { fingerprint } });
})();
