// A program that runs for as long as it is asked questions.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address()
        server.close(() => resolve(port))
      })
  })

/**
 * Starts a program in a process group of its own.
 * @returns {{ says(pattern: RegExp): Promise<RegExpMatchArray>, end(): void }} `says` resolves with the first match in what it writes
 */
export function start(command, args, env = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
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
    end() {
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It is gone.
      }
    },
  }
}
