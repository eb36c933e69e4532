import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import pg from 'pg'

export interface PostgresServer {
  /** A new, empty database. */
  create(): Promise<string>
  stop(): Promise<void>
}

/** Debian keeps the programs of a server outside of the path. */
function program(name: string): string {
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

/** A PostgreSQL of its own on a free port, in a folder that goes with it. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  const as = user()
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  execFileSync(program('initdb'), ['-D', data, '-A', 'trust', '-U', 'latchkey', '--no-sync'], {
    ...as,
    cwd: folder,
    stdio: 'ignore',
  })
  const port = await freePort()
  const at = ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`]
  const child = spawn(program('postgres'), ['-D', data, ...at, '-k', folder], {
    ...as,
    cwd: folder,
    stdio: 'ignore',
  })
  const urlOf = (name: string) => `postgres://latchkey@127.0.0.1:${port}/${name}`
  await answers(urlOf('postgres'), child)
  let count = 0
  return {
    async create() {
      const name = `test_${(count += 1)}`
      await query(urlOf('postgres'), `create database ${name}`)
      return urlOf(name)
    },
    async stop() {
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGINT')
      await gone
      rmSync(folder, { recursive: true })
    },
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`postgres ended with code ${child.exitCode}`)
    try {
      return await query(url, 'select 1')
    } catch {
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
