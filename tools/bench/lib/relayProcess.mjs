// The built relay in a process of its own, with the heap that its Dockerfile gives it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { at } from '../../run/lib/paths.mjs'

/** @param {Record<string, string>} [env] */
export async function startRelayProcess(env = {}) {
  const child = spawn(process.execPath, ['--max-old-space-size=512', at('services/relay/bin.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', REDIS_URL: '', ...env },
  })
  const lines = createInterface(child.stdout)
  const first = await Promise.race([
    once(lines, 'line').then(([line]) => JSON.parse(line)),
    once(child, 'exit').then(() => {
      throw new Error('The relay did not start. Is it built (npm run build)?')
    }),
  ])
  child.stdout.resume()
  const host = `127.0.0.1:${first.port}`
  return {
    url: `ws://${host}`,
    pid: child.pid,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** Gauges and counters without labels, by name. @returns {Promise<Record<string, number>>} */
    async metrics() {
      const text = await (await fetch(`http://${host}/metrics`)).text()
      return Object.fromEntries(
        [...text.matchAll(/^latchkey_relay_(\w+) (\d+)$/gm)].map(([, name, value]) => [
          name,
          Number(value),
        ]),
      )
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
