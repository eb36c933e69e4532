// Builds what has changed since it was last built, each package after those that it uses. turbo
// knows the order and keeps the results (turbo.json, docs/adr/0041).
import { Explained, say } from './log.mjs'
import { pnpm } from './pnpm.mjs'
import { workspacePackages } from './workspace.mjs'

/** Bundlers that say nothing for so long will not end. */
const SILENT_MS = 12 * 60_000

const LAST_LINES = 20

/** The lines of these tasks in the log of all. @param {string} tasks `@latchkey/kernel#build, …` */
const logOf = (output, tasks) => {
  const prefixes = tasks.split(/, */).map((task) => `${task.trim().replace('#', ':')}: `)
  const isOf = (line) => prefixes.some((prefix) => line.startsWith(prefix))
  return output.split('\n').filter(isOf).join('\n')
}

/** turbo tells nobody of our builds, and writes plain lines. */
const QUIET = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', TURBO_UI: 'false' }

/**
 * @param {(path: string) => boolean} [wanted] by path, such as `packages/kernel`, with what these
 * use; everything by default
 * @throws {Explained} naming what could not be built
 */
export async function build(wanted = () => true) {
  const filters = workspacePackages()
    .filter(({ path }) => wanted(path))
    .map(({ path }) => `--filter=./${path}`)
  const args = ['exec', 'turbo', 'run', 'build', '--output-logs=new-only', ...filters]
  const env = { NO_COLOR: '1', FORCE_COLOR: undefined, ...QUIET }
  const { code, output, silent } = await pnpm(args, { quiet: true, silentMs: SILENT_MS, env })
  // One that is ended may still say that it went well, with what it had built by then.
  if (silent) {
    say(output.trim().split('\n').slice(-LAST_LINES).join('\n'))
    throw new Explained(`Not built: nothing was heard for ${SILENT_MS / 60_000} minutes.`)
  }
  if (code === 0) return say(output.match(/^ *(?:Tasks|Cached|Time): .*$/gm)?.join('\n'))
  const failed = /^ *Failed: +(.+)$/m.exec(output)?.[1]
  say(failed === undefined ? output : logOf(output, failed))
  throw new Explained(`Not built: ${failed ?? 'turbo itself failed'}`)
}
