import { type Socket, connect, createServer } from 'node:net'

/** Gives each new connection to the next target that accepts it, as a balancer does. */
export async function startBalancer(ports: readonly number[]) {
  let turn = 0
  const open = new Set<Socket>()
  const forward = (socket: Socket, tries: number): void => {
    if (tries === 0) return void socket.destroy()
    const target = connect(ports[turn++ % ports.length] ?? 0, '127.0.0.1')
    target.once('error', () => forward(socket, tries - 1))
    target.once('connect', () => {
      target.removeAllListeners('error')
      target.on('error', () => socket.destroy())
      target.on('close', () => socket.destroy())
      socket.on('close', () => target.destroy())
      socket.pipe(target).pipe(socket)
    })
  }
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    forward(socket, ports.length)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address() as { port: number }
  return {
    url: `ws://127.0.0.1:${address.port}`,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
