// The built blockchain API in a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { at } from '../../run/lib/paths.mjs'

/** The highest resident memory of a process so far, in MB; Linux only. @param {number} pid */
export const peakMbOf = (pid) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** @param {Record<string, string>} env */
export async function startApiProcess(env) {
  const child = spawn(process.execPath, [at('services/blockchain-api/bin.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', LIMIT_ADDRESS_REQUESTS: '100000000', ...env },
  })
  const lines = createInterface(child.stdout)
  const port = await Promise.race([
    new Promise((done) =>
      lines.on('line', (line) => {
        const { event, port: taken } = JSON.parse(line)
        if (event === 'blockchain-api.started') done(taken)
      }),
    ),
    once(child, 'exit').then(() => {
      throw new Error('The blockchain API did not start. Is it built (npm run build)?')
    }),
  ])
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    health: async () => (await fetch(`${url}/health`)).json(),
    /** The highest resident memory so far, in MB; Linux only. */
    peakMb: () => peakMbOf(child.pid),
    port,
    /** Times of the processor that it has had so far, in seconds; Linux only. */
    cpuSeconds: () =>
      readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\)/, '')
        .trim()
        .split(' ')
        .slice(11, 13)
        .reduce((sum, ticks) => sum + Number(ticks) / 100, 0),
    async close(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}

/** @returns {Promise<number>} */
export const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
