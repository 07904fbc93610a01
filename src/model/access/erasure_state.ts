/**
 * Of an erasure. `erasing`: it goes from the store; `overwriting`: it is gone, and the files of the store are cleared of it;
 * `done`.
 */
export const ERASURE_STATES = ["erasing", "overwriting", "done"] as const;
