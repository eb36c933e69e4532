// Sessions of contract accounts, whose signatures only a node can check.
import { accounts, request, startAnvil, type Anvil, type Hex } from '@latchkey-tools/localnet'
import { getContractAddress, hashMessage, pad, toHex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessionGrantMessage, sessionRevokeMessage } from '../src/index.js'
import { CHAIN, DOMAIN, chain, startTestApi } from './harness.js'

/** A contract whose `isValidSignature(hash, signature)` says yes where the signature is the hash. */
const ACCOUNT: Hex = '0x60188060093d393df360643560043514631626ba7e0260e01b60005260206000f3'
/** The factory that anvil has from the start: salt and code in, contract out (CREATE2). */
const FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const SALT = pad(toHex(7), { size: 32 })
const OWNER = getContractAddress({
  opcode: 'CREATE2',
  from: FACTORY,
  salt: SALT,
  bytecode: ACCOUNT,
})
const PLACE = { domain: DOMAIN, account: `${CHAIN}:${OWNER}`, pci: 'p1' }

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337 })
  await request(anvil.url, 'eth_sendTransaction', [
    { from: accounts[0]!.address, to: FACTORY, data: `${SALT}${ACCOUNT.slice(2)}` },
  ])
})
afterAll(() => anvil?.close())

it('A contract account grants and revokes a session as its code says, and not otherwise (ERC-1271)', async () => {
  await expect
    .poll(() => request(anvil.url, 'eth_getCode', [OWNER, 'latest']), { timeout: 30_000 })
    .not.toBe('0x')
  const api = await startTestApi({ chains: [chain(anvil.url)] })
  const path = `/v1/sessions/${CHAIN}:${OWNER}`
  const grant = { pci: 'p1', expiry: 4_000_000_000, issuedAt: Date.now(), permissions: [] }
  const signature = hashMessage(sessionGrantMessage({ ...PLACE, ...grant }))
  expect((await api.post(path, { ...grant, signature: hashMessage('another') })).status).toBe(400)
  expect((await api.post(path, { ...grant, signature })).status).toBe(200)
  expect((await api.post(`${path}/revoke`, { pci: 'p1', signature })).status).toBe(400)
  expect((await api.get(path)).body.sessions).toHaveLength(1)
  const revocation = { pci: 'p1', signature: hashMessage(sessionRevokeMessage(PLACE)) }
  expect((await api.post(`${path}/revoke`, revocation)).status).toBe(200)
  expect((await api.get(path)).body.sessions).toEqual([])
  const second = { ...grant, pci: 'p2' }
  const place = { ...PLACE, pci: 'p2' }
  const granted = hashMessage(sessionGrantMessage({ ...place, ...second }))
  expect((await api.post(path, { ...second, signature: granted })).status).toBe(200)
  const short = { pci: 'p2', signature: hashMessage('p2') }
  expect((await api.post(`${path}/revoke`, short)).status).toBe(200)
})

it('A contract account cannot be checked while its node is away, and nothing is stored', async () => {
  const api = await startTestApi({ chains: [chain()] })
  const grant = { pci: 'p1', expiry: 4_000_000_000, issuedAt: Date.now(), permissions: [] }
  const path = `/v1/sessions/${CHAIN}:${OWNER}`
  expect((await api.post(path, { ...grant, signature: '0x1234' })).status).toBe(503)
  expect((await api.get(path)).body.sessions).toEqual([])
})
