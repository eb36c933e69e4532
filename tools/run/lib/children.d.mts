import type { SpawnOptions } from 'node:child_process'

/** Runs a command to its end; `quiet` collects the output instead of showing it. */
export function run(
  command: string,
  args: string[],
  options?: { quiet?: boolean } & SpawnOptions,
): Promise<{ code: number; output: string; silent: boolean }>
