// Ends the children of a process that can no longer do so itself. Node cannot ask the system to
// end a child together with its parent, and SIGKILL runs no exit hook; but a pipe is closed by the
// system however its owner dies. This process reads process ids from such a pipe ("+12", "-12")
// and, when the pipe ends, ends those that are left.
import process from 'node:process'

/** @type {Set<number>} */
const alive = new Set()
let rest = ''

/** @param {NodeJS.Signals} signal */
const signalAll = (signal) => {
  for (const pid of alive) {
    try {
      process.kill(pid, signal)
    } catch {
      alive.delete(pid)
    }
  }
}

process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    const pid = Number(line.slice(1))
    if (line.startsWith('+')) alive.add(pid)
    else alive.delete(pid)
  }
})
process.stdin.on('end', () => {
  signalAll('SIGTERM')
  if (alive.size) setTimeout(() => signalAll('SIGKILL'), 1000)
})
// A terminal's Ctrl-C reaches the whole group: the keeper must outlive it.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => {})
