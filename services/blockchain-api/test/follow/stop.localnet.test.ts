import { spawnKept } from '@latchkey-tools/localnet'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { dirname } from 'node:path'
import process from 'node:process'
import { expect, it } from 'vitest'
import { buildChild } from './buildChild.js'

it('A thread whose database does not answer is ended with its process', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const program = await buildChild()
  const store = { url: `postgres://latchkey@127.0.0.1:${port}/latchkey` }
  const chains = [{ chain: 'eip155:31337', urls: ['http://127.0.0.1:1'] }]
  const asked = once(silent, 'connection')
  const child = spawnKept(process.execPath, [program], {
    env: { ...process.env, FOLLOW: JSON.stringify({ store, chains }) },
    stdio: 'ignore',
  })
  const gone = once(child, 'exit')
  await asked
  child.kill('SIGTERM')
  expect(await gone).toEqual([0, null])
  for (const socket of sockets) socket.destroy()
  silent.close()
  await rm(dirname(program), { recursive: true })
})
