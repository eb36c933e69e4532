// The command line of this package in processes of its own, as it is shipped.
import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp } from 'node:fs/promises'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { spawnKept } from '@latchkey-tools/localnet'
import { build, defaultServerConditions } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the command line. @returns its file, in a folder of its own that the caller removes */
export async function buildProgram(): Promise<string> {
  // Inside the package, where its dependencies are found.
  await mkdir(at('../.tmp'), { recursive: true })
  const outDir = await mkdtemp(at('../.tmp/program-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: at('..'),
    ssr: {
      noExternal: [/^@latchkey\//],
      resolve: { conditions: ['@latchkey/source', ...defaultServerConditions] },
    },
    build: {
      ssr: true,
      outDir,
      rollupOptions: {
        input: { cli: at('../src/cli.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return `${outDir}/cli.js`
}

export interface Program {
  child: ChildProcess
  kill(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a role with these settings and nothing else, and waits until it listens. */
export async function startProgram(
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Program> {
  const child = spawnKept(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The program ended with code ${code} before it listened.`)
  })
  const listens = new Promise<void>((done) =>
    createInterface(child.stdout!).on('line', (line) => {
      const { event } = JSON.parse(line) as { event: string }
      if (event.endsWith('.started')) done()
    }),
  )
  await Promise.race([listens, ended])
  ended.catch(() => undefined)
  return {
    child,
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}
