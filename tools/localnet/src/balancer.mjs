import { connect, createServer } from 'node:net'

/**
 * Looks at the health of the targets.
 * @param {readonly number[]} ports
 * @param {number} everyMs
 */
function watchHealth(ports, everyMs) {
  /** @type {Set<number>} */
  const resting = new Set()
  const look = async (/** @type {number} */ port) => {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, {
      signal: AbortSignal.timeout(5 * everyMs),
      // A connection that is kept would end with its target.
      headers: { connection: 'close' },
    }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) resting.delete(port)
    else resting.add(port)
  }
  const timer = setInterval(() => void ports.forEach((port) => void look(port)), everyMs)
  return {
    isResting: (/** @type {number} */ port) => resting.has(port),
    end: () => clearInterval(timer),
  }
}

/**
 * @type {typeof import('./index.d.mts').startBalancer}
 */
export async function startBalancer(ports, { looksEveryMs } = {}) {
  let turn = 0
  const health = looksEveryMs === undefined ? undefined : watchHealth(ports, looksEveryMs)
  /** @type {Set<import('node:net').Socket>} */
  const open = new Set()
  /**
   * @param {import('node:net').Socket} socket
   * @param {readonly number[]} targets
   */
  const forward = (socket, [port, ...others]) => {
    if (port === undefined) return void socket.destroy()
    const target = connect(port, '127.0.0.1')
    target.once('error', () => forward(socket, others))
    target.once('connect', () => {
      target.removeAllListeners('error')
      target.on('error', () => socket.destroy())
      // The last bytes of an answer are still to be carried where its end was a good one.
      target.on('close', (isBroken) => (isBroken ? socket.destroy() : socket.end()))
      socket.on('close', () => target.destroy())
      socket.pipe(target).pipe(socket)
    })
  }
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    const first = turn++ % ports.length
    const inTurn = [...ports.slice(first), ...ports.slice(0, first)]
    const isResting = (/** @type {number} */ port) => health?.isResting(port) ?? false
    // All rest: one that is asked may be back.
    forward(socket, [...inTurn.filter((port) => !isResting(port)), ...inTurn.filter(isResting)])
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    authority: `127.0.0.1:${port}`,
    async close() {
      health?.end()
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
