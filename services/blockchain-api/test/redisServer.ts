import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'

/** A redis-server of its own at a socket in a folder of its own, with nothing on disk. */
export async function startRedis() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-redis-'))
  const path = join(folder, 'redis.sock')
  let child: ChildProcess | undefined
  const stop = async (): Promise<void> => {
    const gone = new Promise((done) => child?.once('exit', done))
    child?.kill('SIGKILL')
    await gone
  }
  const start = async (): Promise<void> => {
    child = spawn(
      'redis-server',
      ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no'],
      { stdio: 'ignore' },
    )
    const probe = new Redis({ path, maxRetriesPerRequest: null, retryStrategy: () => 50 })
    probe.on('error', () => undefined) // until it is up
    await probe.ping()
    probe.disconnect()
  }
  await start()
  return {
    url: `unix://${path}`,
    start,
    stop,
    end: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
