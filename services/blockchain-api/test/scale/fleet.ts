import { spawnKept } from '@latchkey-tools/localnet'
import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { buildProgram } from '../follow/buildChild.js'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** An instance of the service in a process of its own. */
export interface Instance {
  child: ChildProcess
  port: number
  url: string
  kill(signal?: NodeJS.Signals): Promise<void>
}

/** Builds the command line of the service as it is shipped. @returns its file */
export const buildService = (): Promise<string> =>
  buildProgram({
    child: at('../../src/cli.ts'),
    followWorker: at('../../src/follow/followWorker.ts'),
  })

/** Starts the command line with these settings, and waits until it listens. */
export async function startInstance(
  program: string,
  env: Readonly<Record<string, string>>,
): Promise<Instance> {
  const child = spawnKept(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', LIMIT_ADDRESS_REQUESTS: '1000000', ...env },
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The service ended with code ${code} before it listened.`)
  })
  const port = await Promise.race([portOf(child), ended])
  ended.catch(() => undefined)
  return {
    child,
    port,
    url: `http://127.0.0.1:${port}`,
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}

const portOf = (child: ChildProcess): Promise<number> =>
  new Promise((done) =>
    createInterface(child.stdout!).on('line', (line) => {
      const { event, port } = JSON.parse(line) as { event: string; port: number }
      if (event === 'blockchain-api.started') done(port)
    }),
  )
