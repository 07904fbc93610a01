/** The script of the pages, which also work without it: copy buttons, the try form in place, progress, confirmations, filters. */
"use strict";

/** Copy buttons: hidden until here, because they need a script. */
for (const button of document.querySelectorAll("button[data-copy]")) {
  const target = document.getElementById(button.dataset.copy);
  if (target === null || navigator.clipboard === undefined) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(target.textContent);
    const label = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => button.textContent = label, 1500);
  });
}

/** Forms with their result in place: the server sends it as a fragment of the page. */
for (const form of document.querySelectorAll("form[data-answer]")) {
  const target = document.getElementById(form.dataset.answer);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button[type=submit]");
    button.disabled = true;
    target.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { accept: "text/html", "x-fragment": "1" },
      });
      target.innerHTML = await answer.text();
    } catch {
      target.textContent = "The service did not respond. Please try again.";
    } finally {
      button.disabled = false;
      target.removeAttribute("aria-busy");
    }
  });
}

/** Progress of forms that take a while. */
for (const form of document.querySelectorAll("form[data-progress]")) {
  form.addEventListener("submit", () => {
    const shown = form.querySelector("[data-working]");
    if (shown !== null) shown.hidden = false;
  });
}

/** Confirmation of what cannot be undone. */
for (const form of document.querySelectorAll("form[data-confirm]")) {
  form.addEventListener("submit", (event) => {
    if (!confirm(form.dataset.confirm)) event.preventDefault();
  });
}

/** Filters a list while the user types. */
for (const input of document.querySelectorAll("input[data-filter]")) {
  const entries = [...document.querySelectorAll(input.dataset.filter)];
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    for (const entry of entries) {
      const text = entry.dataset.text ?? "";
      entry.hidden = !words.every((word) => text.includes(word));
    }
  });
}
