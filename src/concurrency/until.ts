/**
 * Resolves as soon as one answer satisfies the predicate, to the answers so far, in the order of `tasks`; to all of them when
 * none does. The other tasks continue in the background.
 * @param graceMs how long to wait for the others after the answer that satisfies the predicate
 */
export function until<T>(
  tasks: readonly Promise<T>[],
  predicate: (answer: T) => boolean,
  graceMs = 0,
): Promise<readonly T[]> {
  return new Promise((resolve, reject) => {
    const answers: T[] = [];
    let missing = tasks.length;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = () => {
      clearTimeout(timer);
      // Missing answers are holes of the array, which `filter` leaves out.
      resolve(answers.filter(() => true));
    };
    if (missing === 0) finish();
    for (const [index, task] of tasks.entries()) {
      task.then((answer) => {
        answers[index] = answer;
        if (--missing === 0) finish();
        else if (predicate(answer)) {
          if (graceMs === 0) finish();
          else timer ??= setTimeout(finish, graceMs);
        }
      }, reject);
    }
  });
}
