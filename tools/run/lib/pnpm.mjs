// pnpm of the version that the workspace is made with, on machines that have only Node and npm.
import { npx, run } from './children.mjs'

export const PNPM = 'pnpm@12.21.0'

/** Where npx keeps it: asked once, because npx takes ten times as long to start as pnpm itself. Undefined where no shell tells. */
async function locate() {
  if (process.platform === 'win32') return undefined
  const { code, output } = await npx(['--package', PNPM, '--call', 'command -v pnpm'], {
    quiet: true,
    env: { npm_config_loglevel: 'error' },
  })
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
  const told = { ...options, env: { npm_config_loglevel: 'error', ...options.env } }
  return file ? run(file, args, told) : npx([PNPM, ...args], told)
}
