// Helpers of the rehearsals: tests of vitest's project `rehearsal`, which take minutes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import { must } from '../../../run/lib/children.mjs'
import { duration, say } from '../../../run/lib/log.mjs'

const PATIENCE_MS = 20 * 60_000
vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

// A host's tools would build for tests if they knew that they run in one.
for (const name of Object.keys(process.env))
  if (/^(NODE_ENV|TEST|DEV|PROD|SSR|MODE|BASE_URL|VITEST.*)$/.test(name)) delete process.env[name]

/**
 * A folder outside the workspace, where nothing of it is found. LATCHKEY_KEEP leaves it there.
 * @param {(remove: () => void) => void} [atEnd] `onTestFinished` within a test
 */
export function temporary(name, atEnd = afterAll) {
  const folder = mkdtempSync(join(tmpdir(), `latchkey-${name}-`))
  atEnd(() => {
    if (process.env.LATCHKEY_KEEP) say(`Kept: ${folder}`)
    else rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  return folder
}

/** Runs npm in a folder. @throws {Explained} with the end of its output */
export const npm = (folder, ...args) => must('npm', args, { cwd: folder })

export const npmInstall = (folder) =>
  npm(folder, 'install', '--no-audit', '--no-fund', '--prefer-offline')

/** Says how long a part of a test took. */
export async function timed(what, work) {
  const began = Date.now()
  const made = await work()
  say(`${what}: ${duration(Date.now() - began)}`)
  return made
}
