import { connect, createServer } from 'node:net'

/**
 * @type {typeof import('./index.d.mts').startBalancer}
 */
export async function startBalancer(ports) {
  let turn = 0
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
    forward(socket, [...ports.slice(first), ...ports.slice(0, first)])
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    authority: `127.0.0.1:${port}`,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
