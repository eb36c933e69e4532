import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line between clients and a relay that breaks in the ways lines break. */
export interface FaultProxy {
  readonly url: string
  /** Cuts every line. */
  kill(): void
  /** Lines that are there swallow what is sent and say nothing; new ones work. */
  blackhole(): void
  /** Nobody answers until `comeBack`. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** ms that everything takes longer in each direction. */
  delay: number
  lines(): number
  close(): Promise<void>
}

export async function openFaultProxy(relayUrl: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(relayUrl)
  const pairs = new Set<{ near: Socket; far: Socket; isDead: boolean }>()
  const proxy = { delay: 0 }
  const serve = (near: Socket): void => {
    const far = connect(Number(port), hostname)
    const pair = { near, far, isDead: false }
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    const pass = (from: Socket, to: Socket): void =>
      void from.on('data', (data) => {
        if (pair.isDead) return
        if (proxy.delay)
          setTimeout(() => !pair.isDead && to.writable && to.write(data), proxy.delay)
        else to.write(data)
      })
    pass(near, far)
    pass(far, near)
    for (const socket of [near, far]) {
      socket.on('error', () => undefined)
      socket.on('close', () => pair.isDead || end())
    }
  }
  let server = createServer(serve)
  const listen = (at: number): Promise<void> =>
    new Promise(
      (resolve, reject) => void server.once('error', reject).listen(at, '127.0.0.1', resolve),
    )
  await listen(0)
  const { port: mine } = server.address() as AddressInfo
  const kill = (): void => {
    for (const { near, far } of pairs) {
      near.destroy()
      far.destroy()
    }
    pairs.clear()
  }
  const goAway = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      kill()
    })
  return Object.assign(proxy, {
    url: `ws://127.0.0.1:${mine}`,
    kill,
    goAway,
    blackhole() {
      for (const pair of pairs) pair.isDead = true
    },
    comeBack() {
      server = createServer(serve)
      return listen(mine)
    },
    lines: () => pairs.size,
    close: goAway,
  })
}
