// pnpm of the version that the workspace is made with, on machines that have only Node and npm.
import { delimiter, dirname } from 'node:path'
import { run } from './children.mjs'
import { at, readJson } from './paths.mjs'

/** `pnpm@` and its version, where turbo reads it too. */
export const PNPM = readJson(at('package.json')).packageManager
const QUIET = { npm_config_loglevel: 'error' }

/**
 * Where npx keeps it: asked once, because npx takes ten times as long to start as pnpm itself.
 * Undefined where no shell tells.
 */
async function locate() {
  if (process.platform === 'win32') return undefined
  const asked = ['--yes', '--package', PNPM, '--call', 'command -v pnpm']
  const { code, output } = await run('npx', asked, { quiet: true, env: QUIET })
  return code === 0 ? output.trim().split('\n').at(-1) : undefined
}
let located

/**
 * `pnpm ...args`
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export async function pnpm(args, options = {}) {
  const file = await (located ??= locate())
  // turbo, and scripts of packages, find the same pnpm by its name.
  const path = file && { PATH: [dirname(file), process.env.PATH].join(delimiter) }
  const more = { ...options, env: { ...QUIET, ...path, ...options.env } }
  return file ? run(file, args, more) : run('npx', ['--yes', PNPM, ...args], more)
}
