import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { endChild, spawnKept } from '@latchkey/testing/nodes'

const project = fileURLToPath(
  new URL('../../../services/blockchain-api/engines/ponder', import.meta.url),
)
/** The end of its output is enough to say why it ended. */
const KEPT_CHARACTERS = 20_000

/**
 * @type {typeof import('./index.d.mts').installPonder}
 */
export function installPonder(folder) {
  cpSync(project, folder, { recursive: true })
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'inherit' })
}

/**
 * @type {typeof import('./index.d.mts').startPonder}
 */
export function startPonder({ folder, env, port = 0 }) {
  const program = join(folder, 'node_modules/ponder/dist/esm/bin/ponder.js')
  const child = spawnKept(process.execPath, [program, 'start', '--port', String(port)], {
    cwd: folder,
    env: { ...process.env, PONDER_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (/** @type {unknown} */ part) => {
    output = (output + String(part)).slice(-KEPT_CHARACTERS)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return {
    output: () => output,
    exitCode: () => child.exitCode,
    close: () => endChild(child),
  }
}
