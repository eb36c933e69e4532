import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnKept } from '@latchkey/testing/nodes'

/**
 * @type {typeof import('./index.d.mts').startRedis}
 */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'))
  const path = join(folder, 'redis.sock')
  /** @type {import('node:child_process').ChildProcess} */
  let child
  const start = async () => {
    const settings = ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no']
    child = spawnKept('redis-server', settings, { stdio: 'ignore' })
    const failed = new Promise((_, fail) => child.once('error', fail))
    while (!isReady(path)) await Promise.race([new Promise((done) => setTimeout(done, 50)), failed])
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await gone
  }
  await start()
  return {
    url: `unix://${path}`,
    start,
    kill,
    hang: (isOn) => void child.kill(isOn ? 'SIGSTOP' : 'SIGCONT'),
    async stop() {
      await kill()
      rmSync(folder, { recursive: true })
    },
  }
}

/** @param {string} path */
function isReady(path) {
  try {
    return String(execFileSync('redis-cli', ['-s', path, 'ping'], { stdio: 'pipe' })) === 'PONG\n'
  } catch {
    return false
  }
}
