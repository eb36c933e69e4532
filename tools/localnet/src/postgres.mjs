import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { spawnKept } from '@latchkey/testing/nodes'

/**
 * Debian keeps the programs of a server outside of the path.
 * @param {string} name
 */
function program(name) {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort().reverse() : []
  return versions.map((at) => join(root, at, 'bin', name)).find((at) => existsSync(at)) ?? name
}

/** PostgreSQL refuses to run as root. */
const user = () =>
  process.getuid?.() === 0
    ? {
        uid: Number(execFileSync('id', ['-u', 'postgres'])),
        gid: Number(execFileSync('id', ['-g', 'postgres'])),
      }
    : {}

/**
 * @type {typeof import('./index.d.mts').startPostgres}
 */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  const as = user()
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
  const options = { ...as, cwd: folder, stdio: /** @type {const} */ ('ignore') }
  const data = join(folder, 'data')
  const init = ['-D', data, '-A', 'trust', '-U', 'latchkey', '--no-sync']
  execFileSync(program('initdb'), init, options)
  const port = String(await freePort())
  const at = ['-h', '127.0.0.1', '-p', port, '-U', 'latchkey']
  /** @type {import('node:child_process').ChildProcess} */
  let child
  const start = async ({ asReplica = false } = {}) => {
    if (asReplica) {
      const signal = join(data, 'standby.signal')
      writeFileSync(signal, '')
      if (as.uid !== undefined) chownSync(signal, as.uid, as.gid)
    }
    child = spawnKept(
      program('postgres'),
      ['-D', data, '-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`, '-k', folder],
      options,
    )
    while (!isReady(at)) {
      if (child.exitCode !== null) throw new Error(`postgres ended with code ${child.exitCode}`)
      await new Promise((done) => setTimeout(done, 50))
    }
  }
  /** @param {NodeJS.Signals} signal */
  const end = async (signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await gone
  }
  await start()
  let count = 0
  return {
    async create({ isBySocket = false } = {}) {
      const name = `test_${(count += 1)}`
      execFileSync(program('createdb'), [...at, name], options)
      return isBySocket
        ? `postgres://latchkey@localhost:${port}/${name}?host=${encodeURIComponent(folder)}`
        : `postgres://latchkey@127.0.0.1:${port}/${name}`
    },
    // Its processes end all at once, without a word to their clients: a crash.
    kill: () => end('SIGQUIT'),
    start,
    async stop() {
      // Nothing is written back: the folder goes.
      await end('SIGQUIT')
      rmSync(folder, { recursive: true })
    },
  }
}

/** @param {readonly string[]} at */
function isReady(at) {
  try {
    execFileSync(program('pg_isready'), [...at, '-d', 'postgres'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
      probe.close(() => done(port))
    })
  })
