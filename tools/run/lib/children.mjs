// Child processes that never outlive us. Each child leads a process group of its own: however we
// end, its own children (a node behind a wrapper, the workers of a test runner) end with it. Nothing
// of node_modules can help here: these processes install it.
import { spawn, spawnSync } from 'node:child_process'
import { Explained } from './log.mjs'
import { root } from './paths.mjs'

const windows = process.platform === 'win32'
// A child gives its own children half of this time, so that it is done before we kill it.
const GRACE_MS = Number(process.env.LATCHKEY_GRACE_MS ?? 8_000)
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

/** @type {Set<import('node:child_process').ChildProcess>} */
const alive = new Set()
let guarded = false
let ending = false

function signalGroup({ pid }, signal) {
  try {
    if (windows) spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' })
    else process.kill(-pid, signal)
  } catch {
    // The group is gone.
  }
}

function guard() {
  if (guarded) return
  guarded = true
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.on(signal, async () => {
      if (ending) return
      ending = true
      await stopAll()
      process.exit(128 + number)
    })
  }
  process.on('exit', () => alive.forEach((child) => signalGroup(child, 'SIGKILL')))
}

/** True once a signal has asked us to end: nothing new should be started then. */
export const isEnding = () => ending

/**
 * Starts a child in a process group of its own.
 * @param {string} command
 * @param {string[]} [args]
 * @param {import('node:child_process').SpawnOptions} [options] `cwd` defaults to the repository,
 * `env` is added to ours
 */
export function start(command, args = [], { env, ...options } = {}) {
  guard()
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: windows && /^np[mx]$/.test(command), // They are command files there.
    ...options,
    env: { ...process.env, LATCHKEY_GRACE_MS: String(GRACE_MS / 2), ...env },
    detached: !windows,
  })
  if (child.pid !== undefined) {
    alive.add(child)
    child.once('exit', () => {
      if (!windows) signalGroup(child, 'SIGKILL') // children that it left behind
      alive.delete(child)
    })
  }
  return child
}

/** Asks a child and its group to end, and kills them when they do not within `graceMs`. */
export async function stop(child, graceMs = GRACE_MS) {
  if (!alive.has(child)) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  signalGroup(child, 'SIGTERM')
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs)
  await gone
  clearTimeout(timer)
}

export const stopAll = () => Promise.all([...alive].map((child) => stop(child)))

/** A grandchild in a group of its own may hold the pipe of a child that is gone, for so long. */
const LINGER_MS = 5_000

/**
 * Calls back once nothing was heard for `silentMs`. After a pause of the whole machine the timer
 * fires before waiting output is read, so one more turn is waited.
 */
function watchSilence(silentMs, onSilent) {
  let verdict
  const timer = setTimeout(() => (verdict = setTimeout(onSilent, 100)), silentMs)
  return {
    heard() {
      clearTimeout(verdict)
      timer.refresh()
    },
    end() {
      clearTimeout(verdict)
      clearTimeout(timer)
    },
  }
}

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean, silentMs?: number, onSilent?: () => void } &
 * import('node:child_process').SpawnOptions} [options]
 *   `quiet` collects the output instead of showing it; `silentMs` ends a command that writes nothing
 *   for so long, `timeout` one that takes so long; `onSilent` is called before a silent one ends
 * @returns {Promise<{ code: number, output: string, silent: boolean }>}
 */
export function run(command, args, { quiet = false, silentMs, onSilent, ...options } = {}) {
  return new Promise((resolve) => {
    const pipe = quiet || silentMs !== undefined ? 'pipe' : 'inherit'
    const child = start(command, args, { ...options, stdio: ['ignore', pipe, pipe] })
    const result = { code: 1, output: '', silent: false }
    const silence =
      silentMs &&
      watchSilence(silentMs, () => {
        result.silent = true
        onSilent?.()
        void stop(child)
      })
    const hear = (from, to) =>
      from?.setEncoding('utf8').on('data', (text) => {
        silence?.heard()
        if (quiet) result.output += text
        else to.write(text)
      })
    hear(child.stdout, process.stdout)
    hear(child.stderr, process.stderr)
    const done = (code) => {
      silence?.end()
      resolve({ ...result, code: code ?? 1 })
    }
    child.once('error', (error) => {
      result.output += `${error.message}\n`
      done(127)
    })
    child.once('close', done)
    child.once('exit', (code) => {
      silence?.end()
      setTimeout(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
        done(code)
      }, LINGER_MS).unref()
    })
  })
}

/** `node file ...args` with the Node that runs us. */
export const node = (file, args = [], options) => run(process.execPath, [file, ...args], options)

/**
 * @param {string} what is run, in words
 * @param {ReturnType<typeof run>} running a quiet one
 * @returns {Promise<string>} what it wrote
 * @throws {Explained} with the end of its output
 */
export async function outputOf(what, running) {
  const { code, output } = await running
  if (code === 0) return output
  throw new Explained(`${what} ended with exit code ${code}:\n${output.trim().slice(-4000)}`)
}

/** Runs a command without showing its output. @throws {Explained} with the end of it */
export const must = (command, args, options) =>
  outputOf([command, ...args].join(' '), run(command, args, { quiet: true, ...options }))
