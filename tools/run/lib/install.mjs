// Brings node_modules in step with pnpm-lock.yaml, with nothing on the machine but Node and npm.
import { existsSync, readFileSync } from 'node:fs'
import { Explained, duration, say } from './log.mjs'
import { at } from './paths.mjs'
import { PNPM, pnpm } from './pnpm.mjs'

/**
 * The lock carries the native binaries of this platform only: not every registry mirror has the
 * others.
 */
const lockCovers = (platform, arch) => platform === 'linux' && arch === 'x64'

/** At the end of an installation pnpm copies the lock that it has installed. */
const INSTALLED = at('node_modules/.pnpm/lock.yaml')
const inStep = () =>
  existsSync(INSTALLED) &&
  readFileSync(INSTALLED, 'utf8') === readFileSync(at('pnpm-lock.yaml'), 'utf8')

/** Arguments for pnpm, and a word to the reader where they are not the usual ones. */
export function installArguments(platform = process.platform, arch = process.arch) {
  if (lockCovers(platform, arch)) return { args: ['install', '--frozen-lockfile'] }
  return {
    args: ['install', '--no-frozen-lockfile'],
    note:
      `pnpm-lock.yaml has no binaries for ${platform}-${arch}: installing without the frozen ` +
      'lockfile. This may change pnpm-lock.yaml; please do not commit that.',
  }
}

/** @param {string} version of Node, such as v20.19.0 */
export function isOldNode(version) {
  const [major, minor] = version.slice(1).split('.').map(Number)
  return major < 20 || (major === 20 && minor < 19)
}

/** @throws {Explained} when Node is too old or pnpm fails */
export async function install() {
  if (isOldNode(process.version))
    throw new Explained(`Node ${process.version} is too old: Latchkey needs 20.19 or later.`)
  if (inStep()) return say('Dependencies are in step with pnpm-lock.yaml.')
  const { args, note } = installArguments()
  say(note ?? `Installing dependencies: npx ${PNPM} ${args.join(' ')}`)
  const began = Date.now()
  const { code, output } = await pnpm(args, { quiet: true })
  if (code !== 0) {
    throw new Explained(
      `${output.trim()}\n\nInstalling the dependencies failed (see above). Is the npm registry reachable? ` +
        `Were package.json and pnpm-lock.yaml changed together (npx ${PNPM} install)?`,
    )
  }
  say(`Installed in ${duration(Date.now() - began)}.`)
}
