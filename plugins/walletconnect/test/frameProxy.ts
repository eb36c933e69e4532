import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer, type RawData } from 'ws' // the relay's own, to hold single frames in the hand

/**
 * A relay in between that handles frames badly. Each switch counts for both directions, and every
 * line.
 */
export interface FrameProxy {
  readonly url: string
  /** Every frame comes twice. */
  duplicates: boolean
  /** Frames wait for each other for up to so many ms and arrive in the opposite order. */
  reorders: number
  /** Comes before each frame, to whom it goes. */
  junk: readonly (string | Buffer)[]
  /** How many frames were doubled, overtaken, or invented. */
  readonly done: { duplicated: number; reordered: number; junk: number }
  close(): Promise<void>
}
type Switches = Pick<FrameProxy, 'duplicates' | 'reorders' | 'junk' | 'done'>

/** Hands frames on to where they go, as the switches say. */
function badly(switches: Switches, to: WebSocket, junkGoes: boolean): (frame: string) => void {
  let held: string[] = []
  const write = (data: string | Buffer): void => {
    if (to.readyState === WebSocket.OPEN) to.send(data)
  }
  const pass = (frame: string): void => {
    if (junkGoes) {
      for (const each of switches.junk) write(each)
      switches.done.junk += switches.junk.length
    }
    write(frame)
    if (!switches.duplicates) return
    write(frame)
    switches.done.duplicated++
  }
  return (frame) => {
    if (!switches.reorders) return pass(frame)
    held.push(frame)
    if (held.length > 1) return
    setTimeout(() => {
      const frames = held.reverse()
      held = []
      switches.done.reordered += frames.length - 1
      for (const each of frames) pass(each)
    }, switches.reorders)
  }
}

export async function openFrameProxy(relayUrl: string): Promise<FrameProxy> {
  const switches: Switches = {
    duplicates: false,
    reorders: 0,
    junk: [],
    done: { duplicated: 0, reordered: 0, junk: 0 },
  }
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  server.on('connection', (near, { url, headers: { host } }) => {
    // A token names the host that it was made for.
    const far = new WebSocket(relayUrl + (url ?? ''), {
      headers: { ...(host !== undefined && { host }) },
    })
    const early: string[] = []
    const up = badly(switches, far, false)
    const down = badly(switches, near, true)
    near.on('message', (data: RawData) => {
      if (far.readyState === WebSocket.OPEN) up(String(data))
      else early.push(String(data))
    })
    far.on('open', () => early.splice(0).forEach(up))
    far.on('message', (data: RawData) => down(String(data)))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined)
      one.on('close', () => other.terminate())
    }
  })
  const { port } = server.address() as AddressInfo
  return Object.assign(switches, {
    url: `ws://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        for (const client of server.clients) client.terminate()
        server.close(() => resolve())
      }),
  })
}
