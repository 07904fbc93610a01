/** Processes below another one, as Linux lists them in /proc. */

/** Where there is a /proc. */
export const HAS_PROC = Deno.build.os === "linux";

/** The running processes below this one, at every depth. */
export async function descendants(of: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const status = await Deno.readTextFile(`/proc/${name}/status`).catch(() => "");
    parents.set(Number(name), Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1] ?? 0));
  }
  const below = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === of || below(parent));
  };
  return [...parents.keys()].filter(below);
}

/** The command line of a process; empty when it has ended. */
export async function argumentsOf(pid: number): Promise<string[]> {
  const text = await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "");
  return text.split("\0").slice(0, -1);
}
