// Child processes that never outlive us. Each child leads a process group of its own, so that what it starts in turn
// (a node behind a wrapper, the workers of a test runner) goes with it, however we end.
import { spawn, spawnSync } from 'node:child_process'
import { root } from './paths.mjs'

const windows = process.platform === 'win32'
// A child that has children of its own gives them half of our patience, so that it is done before we lose it.
const GRACE_MS = Number(process.env.LATCHKEY_GRACE_MS ?? 8_000)
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

/** @type {Map<number, import('node:child_process').ChildProcess>} */
const alive = new Map()
let guarded = false
let ending = false

function signalGroup(pid, signal) {
  try {
    if (windows) spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' })
    else process.kill(-pid, signal)
    return true
  } catch {
    return false // nobody of that group is left
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
  process.on('exit', () => {
    for (const pid of alive.keys()) signalGroup(pid, 'SIGKILL')
  })
}

/** True once a signal has asked us to end: whoever waits for a child should then start nothing new. */
export const isEnding = () => ending

/**
 * Starts a child in a process group of its own.
 * @param {string} command
 * @param {string[]} [args]
 * @param {import('node:child_process').SpawnOptions} [options] `cwd` defaults to the repository, `env` is added to ours
 */
export function start(command, args = [], { env, ...options } = {}) {
  guard()
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    ...options,
    env: { ...process.env, LATCHKEY_GRACE_MS: String(GRACE_MS / 2), ...env },
    detached: !windows,
  })
  if (child.pid !== undefined) {
    const { pid } = child
    alive.set(pid, child)
    child.once('exit', () => {
      if (!windows) signalGroup(pid, 'SIGKILL') // what the child itself has left behind
      alive.delete(pid)
    })
  }
  return child
}

/** Asks a child and its group to end; what is still there after a moment is killed. */
export async function stop(child, graceMs = GRACE_MS) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  signalGroup(child.pid, 'SIGTERM')
  const timer = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), graceMs)
  await gone
  clearTimeout(timer)
}

export const stopAll = () => Promise.all([...alive.values()].map((child) => stop(child)))

/** What a child that is gone may leave open: a grandchild in a group of its own that holds the pipe. */
const LINGER_MS = 5_000

/**
 * Calls back once nothing was heard for so long. After a pause of the whole machine the clock is over before what was
 * said meanwhile has been read, so one more turn is waited.
 */
function watchSilence(silentMs, onSilent) {
  if (silentMs === undefined) return { heard() {}, end() {} }
  let sounds = 0
  let over = false
  const timer = setTimeout(() => {
    const before = sounds
    setTimeout(() => {
      if (!over && sounds === before) onSilent()
    }, 100)
  }, silentMs)
  return {
    heard() {
      sounds += 1
      timer.refresh()
    },
    end() {
      over = true
      clearTimeout(timer)
    },
  }
}

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean, timeoutMs?: number, silentMs?: number, onSilent?: () => void } & import('node:child_process').SpawnOptions} [options]
 *   `quiet` collects the output instead of showing it; `silentMs` ends a command that says nothing for so long, `timeoutMs` one
 *   that takes so long; `onSilent` is called before a silent one is ended
 * @returns {Promise<{ code: number, output: string, timedOut: boolean, silent: boolean }>}
 */
export function run(
  command,
  args,
  { quiet = false, timeoutMs, silentMs, onSilent, ...options } = {},
) {
  return new Promise((resolve) => {
    const piped = quiet || silentMs !== undefined
    const child = start(command, args, {
      ...options,
      stdio: piped ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    const result = { code: 1, output: '', timedOut: false, silent: false }
    const silence = watchSilence(silentMs, () => {
      result.silent = true
      onSilent?.()
      void stop(child)
    })
    const hear = (from, to) =>
      from?.setEncoding('utf8').on('data', (text) => {
        silence.heard()
        if (quiet) result.output += text
        else to.write(text)
      })
    hear(child.stdout, process.stdout)
    hear(child.stderr, process.stderr)
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            result.timedOut = true
            void stop(child)
          }, timeoutMs)
    const done = (code) => {
      clearTimeout(timer)
      silence.end()
      resolve({ ...result, code })
    }
    child.once('error', (error) => {
      result.output += `${error.message}\n`
      done(127)
    })
    child.once('close', (code) => done(code ?? 1))
    child.once('exit', (code) => {
      silence.end()
      setTimeout(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
        done(code ?? 1)
      }, LINGER_MS).unref()
    })
  })
}

/** `node file ...args` with the Node that runs us. */
export const node = (file, args = [], options) => run(process.execPath, [file, ...args], options)

/** npx is a command file on Windows and needs a shell there. */
export const npx = (args, options) => run('npx', ['--yes', ...args], { shell: windows, ...options })
