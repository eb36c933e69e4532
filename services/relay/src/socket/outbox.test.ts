import { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import { type WebSocket } from 'ws'
import { createOutbox } from './outbox.js'
import { createPool } from '../bounds/pool.js'

it('Frames that are sent in the same tick leave in order in one write, without a delay (audit H2)', async () => {
  const pieces: string[] = []
  const stream = new Duplex({
    read() {},
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      pieces.push(chunk)
      done()
    },
    writev(chunks, done) {
      pieces.push(chunks.map(({ chunk }) => chunk as string).join(''))
      done()
    },
  })
  const socket = {
    readyState: 1,
    OPEN: 1,
    send: (frame: string, then: () => void) => stream.write(frame, then),
  } as unknown as WebSocket
  const pool = createPool(
    { connection: 1e6, client: 1e6, total: 1e6 },
    () => {},
    () => {},
  )
  const outbox = createOutbox(socket, stream, 'a', pool, () => {})
  for (let at = 0; at < 50; at += 1) outbox.sendFrame(`${at},`)
  const after = new Promise<void>((done) => outbox.sendFrame('last', done))
  await after
  expect(pieces).toEqual([`${Array.from({ length: 50 }, (_, at) => `${at},`).join('')}last`])
  expect(outbox.waitingBytes()).toBe(0)
  outbox.sendFrame('alone')
  await new Promise(process.nextTick)
  expect(pieces[1]).toBe('alone')
})
