// Builds what has changed since it was last built, each package after those that it uses. turbo
// knows the order and keeps the results (turbo.json, docs/adr/0041).
import { Explained, say } from './log.mjs'
import { pnpm } from './pnpm.mjs'
import { workspacePackages } from './workspace.mjs'

/** A bundler that says nothing for so long will not end. */
const SILENT_MS = 12 * 60_000

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
  const args = ['exec', 'turbo', 'run', 'build', '--output-logs=errors-only', ...filters]
  const env = { NO_COLOR: '1', FORCE_COLOR: undefined, ...QUIET }
  const { code, output } = await pnpm(args, { quiet: true, silentMs: SILENT_MS, env })
  if (code === 0) return say(output.match(/^ *(?:Tasks|Cached|Time): .*$/gm)?.join('\n'))
  say(output)
  const failed = /^ *Failed: +(.+)$/m.exec(output)?.[1]
  throw new Explained(`Not built: ${failed ?? 'turbo itself failed'}`)
}
