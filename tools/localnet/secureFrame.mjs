// The secure frame of the local world: a process of its own, with new keys and a new database.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { start } from '../run/lib/children.mjs'
import { at } from '../run/lib/paths.mjs'
import { freePort } from '../run/lib/ports.mjs'

const HOST = '127.0.0.1'
const PROJECT = 'local'

/**
 * Needs a built tree.
 * @type {typeof import('./secureFrame.d.mts').startSecureFrame}
 */
export async function startSecureFrame(options) {
  const { mailUrl, pages, rpc = {}, recovery = 'user', env = {} } = options
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-frame-'))
  const bin = at('services/secure-frame/bin.js')
  const file = (name, text) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  const keys = (...words) => execFileSync(process.execPath, [bin, 'keys', ...words])
  const port = options.port || (await freePort())
  const publicUrl = options.publicUrl ?? `http://localhost:${port}`
  const origins = pages.map((page) => new URL(page).origin)
  const settings = {
    HOST,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    DATABASE_URL: `file:${join(folder, 'frame.db')}`,
    KEYS: `file:${file('keys.json', keys())}`,
    RECOVERY: recovery,
    ...(recovery === 'automatic' && {
      RECOVERY_DATABASE_URL: `file:${join(folder, 'recovery.db')}`,
      RECOVERY_KEYS: `file:${file('recovery-keys.json', keys('recovery'))}`,
    }),
    PROJECTS: file('projects.json', JSON.stringify([{ id: PROJECT, origins }])),
    SMTP_URL: mailUrl,
    MAIL_FROM: 'Localnet <frame@local.example>',
    ...rpc,
    ...env,
  }
  // The service's own start: its keys are there before.
  const began = performance.now()
  const child = start(process.execPath, [bin], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: settings,
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  void ended.then(() => rmSync(folder, { recursive: true, force: true }))
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
  await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const { event } = text.startsWith('{') ? JSON.parse(text) : {}
      if (event === 'secure-frame.started') resolve()
    })
    void ended.then((code) =>
      reject(new Error(`The secure frame ended with code ${code}.\n${errors}`)),
    )
  })
  return {
    url: publicUrl,
    projectId: PROJECT,
    pid: child.pid,
    startMs: performance.now() - began,
    async close() {
      child.kill()
      await ended
    },
  }
}
