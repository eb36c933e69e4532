import { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import { type WebSocket } from 'ws'
import { createOutbox } from './outbox.js'
import { createPool } from './pool.js'

it('what is pushed in one go leaves in one piece, in order, and is not kept back (audit H2)', async () => {
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
  for (let at = 0; at < 50; at += 1) outbox.send(`${at},`)
  const after = new Promise<void>((done) => outbox.send('last', done))
  await after
  expect(pieces).toEqual([`${Array.from({ length: 50 }, (_, at) => `${at},`).join('')}last`])
  expect(outbox.waiting()).toBe(0)
  outbox.send('alone')
  await new Promise(process.nextTick)
  expect(pieces[1]).toBe('alone')
})
