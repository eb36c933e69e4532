// Child processes that never outlive this one: see keeper.mjs.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {{ process: ChildProcess | undefined, children: Set<ChildProcess> }} */
const kept = { process: undefined, children: new Set() }

const endAll = () => {
  for (const child of kept.children) child.kill('SIGKILL')
}

function keeper() {
  if (kept.process) return kept.process
  const made = spawn(process.execPath, [fileURLToPath(new URL('./keeper.mjs', import.meta.url))], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  })
  // Neither the process nor its pipe may keep this one alive.
  made.unref()
  const pipe = /** @type {import('node:net').Socket} */ (made.stdin)
  pipe.unref()
  pipe.on('error', () => {})
  process.on('exit', endAll)
  kept.process = made
  return made
}

/**
 * Starts a program whose end is tied to ours, also when we are killed.
 * @type {typeof import('./index.d.mts').spawnKept}
 */
export function spawnKept(command, args, options = {}) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    ...options,
  })
  const pipe = keeper().stdin
  kept.children.add(child)
  pipe?.write(`+${child.pid ?? ''}\n`)
  child.once('exit', () => {
    kept.children.delete(child)
    pipe?.write(`-${child.pid ?? ''}\n`)
  })
  return child
}

/**
 * Ends a child and waits until it is gone. It sends SIGTERM first, and kills a child that ignores
 * it.
 * @type {typeof import('./index.d.mts').endChild}
 */
export async function endChild(child, patienceMs = 2000) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await gone
  clearTimeout(timer)
}
