// The server of a host's own: its development server, or the one that shows its build.
import { start, stop } from '../../../run/lib/children.mjs'
import { freePort } from '../../../run/lib/ports.mjs'

const READY_MS = 300_000

/**
 * Starts a server by npm on a free port, and waits until it answers.
 * @param {string} folder
 * @param {(port: number) => string[]} command the arguments of npm; the port is in `PORT` too
 * @returns {Promise<{ url: string, close(): Promise<void> }>} `url` ends with a slash
 */
export async function serve(folder, command) {
  const port = await freePort()
  const child = start('npm', command(port), {
    cwd: folder,
    env: { PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const url = `http://127.0.0.1:${port}/`
  const end = Date.now() + READY_MS
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || Date.now() > end)
      throw new Error(`its server does not answer:\n${output.slice(-2000)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url, close: () => stop(child) }
}
