/** The keyboard of the review queue, which also works without it. */
"use strict";

{
  const KEPT = "winnow-queue-row";
  const form = document.querySelector("form.queue");
  const rows = form === null ? [] : [...form.querySelectorAll(".pick")];
  const count = form?.querySelector("[data-count]");
  /** True: the page is about to be left. */
  let sent = false;
  const boxOf = (row) => row.querySelector("input[type=checkbox]");
  const selected = () => rows.filter((row) => boxOf(row).checked);
  const current = () => rows.findIndex((row) => row.contains(document.activeElement));

  const show = () => {
    const { length } = selected();
    count.textContent = length === 0 ? "Select scores to label." : `${length} selected`;
  };
  const focus = (index) => rows[Math.max(0, Math.min(index, rows.length - 1))]?.querySelector("a").focus();

  /** Labels the selection, or else the current row. */
  const label = (outcome) => {
    const index = current();
    if (selected().length === 0) {
      if (index < 0) return;
      boxOf(rows[index]).checked = true;
    }
    sent = true;
    sessionStorage.setItem(KEPT, String(Math.max(0, index)));
    form.requestSubmit(form.querySelector(`button[value=${outcome}]`));
  };

  const KEYS = {
    j: () => focus(current() + 1),
    k: () => focus(current() - 1),
    x: () => {
      const box = current() < 0 ? null : boxOf(rows[current()]);
      if (box !== null) box.checked = !box.checked;
      show();
    },
    f: () => label("fraud"),
    l: () => label("legit"),
  };

  if (form !== null) {
    form.querySelector("[data-keys]").hidden = false;
    form.addEventListener("change", show);
    show();
    document.addEventListener("keydown", (event) => {
      const typing = event.target.closest("input:not([type=checkbox]), textarea, select") !== null;
      const isOther = event.ctrlKey || event.metaKey || event.altKey;
      const act = KEYS[event.key];
      if (typing || isOther || sent || act === undefined) return;
      event.preventDefault();
      act();
    });
    // After a label the page is new: the keyboard goes on where it was.
    const kept = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    if (kept !== null) focus(Number(kept));
  }
}
