// The page of a challenge: solves its puzzle and sends the solution. Without it, or where it fails, the waiting form works.
// The same file is the worker that tries counters; nothing of another host is loaded.
"use strict";
(() => {
  const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

  // Tries every `step`th counter from `start` on.
  async function solve({ parameters, start, step }, isWanted) {
    const { nonce, salt, cost, keyLength, keyPrefix } = parameters;
    const prefix = keyPrefix.toLowerCase();
    const nonceBytes = bytesOf(nonce);
    const password = new Uint8Array(nonceBytes.length + 4);
    password.set(nonceBytes);
    const view = new DataView(password.buffer);
    const how = { name: "PBKDF2", hash: "SHA-256", salt: bytesOf(salt), iterations: cost };
    for (let counter = start; isWanted(); counter += step) {
      view.setUint32(nonceBytes.length, counter);
      const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
      const derived = hexOf(new Uint8Array(await crypto.subtle.deriveBits(how, key, keyLength * 8)));
      if (derived.startsWith(prefix)) return { counter, derivedKey: derived };
    }
    return null;
  }

  if (typeof document === "undefined") {
    addEventListener("message", async ({ data }) => {
      try {
        postMessage(await solve(data, () => true));
      } catch {
        postMessage(null);
      }
    });
    return;
  }

  const form = document.querySelector("[data-puzzle]");
  const status = document.querySelector("[data-status]");
  if (form === null || status === null) return;
  const say = (name) => {
    status.textContent = status.dataset[name] || "";
  };

  function withWorkers(parameters, url) {
    const step = Math.max(1, Math.min(4, navigator.hardwareConcurrency || 1));
    const workers = Array.from({ length: step }, () => new Worker(url));
    const first = Promise.race(workers.map((worker, start) =>
      new Promise((resolve, reject) => {
        worker.onerror = reject;
        worker.onmessage = ({ data }) => data === null ? reject(new Error("not solved")) : resolve(data);
        worker.postMessage({ parameters, start, step });
      })
    ));
    return first.finally(() => workers.forEach((worker) => worker.terminate()));
  }

  async function run() {
    if (!isSecureContext || !crypto.subtle) return say("wait");
    say("work");
    try {
      const answer = await fetch(form.dataset.puzzle, { credentials: "same-origin" });
      if (!answer.ok) return say("wait");
      const challenge = await answer.json();
      const began = performance.now();
      const { parameters } = challenge;
      const solution = await withWorkers(parameters, form.dataset.script)
        .catch(() => solve({ parameters, start: 0, step: 1 }, () => true));
      const time = Math.round(performance.now() - began);
      form.elements.altcha.value = btoa(JSON.stringify({ challenge, solution: { ...solution, time } }));
      say("done");
      form.submit();
    } catch {
      say("wait");
    }
  }
  run();
})();
