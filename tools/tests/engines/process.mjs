// A program that runs for as long as it is asked questions.
import { start as startChild, stop } from '../../run/lib/children.mjs'

/**
 * Starts a program, which ends with us at the latest.
 * @returns {{ says(pattern: RegExp): Promise<RegExpMatchArray>, end(): void }} `says` resolves with
 * the first match in what it writes
 */
export function start(command, args, env = {}) {
  const child = startChild(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let written = ''
  const listeners = new Set()
  const hear = (chunk) => {
    written += chunk
    for (const listener of [...listeners]) listener()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`${command} ended with ${code}: ${written.slice(-500)}`)),
    )
  })
  ended.catch(() => undefined)
  return {
    says: (pattern) =>
      Promise.race([
        ended,
        new Promise((resolve) => {
          const look = () => {
            const match = pattern.exec(written)
            if (!match) return
            listeners.delete(look)
            resolve(match)
          }
          listeners.add(look)
          look()
        }),
      ]),
    end: () => void stop(child, 0),
  }
}
