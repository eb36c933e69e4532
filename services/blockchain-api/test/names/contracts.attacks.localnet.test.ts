// Names of contract accounts, whose signatures only a node can check.
import { accounts, type Hex, type Localnet, request, startLocalnet } from '@latchkey-tools/localnet'
import { getContractAddress, hashMessage, pad, serializeErc6492Signature, toHex } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { chain } from '../harness.js'
import { ACCOUNT, LOCAL_COIN, NOW, refusalOf, report, seconds, startNames } from './names.js'

/** A contract whose `isValidSignature(hash, signature)` says yes where the signature is the hash. */
const CODE: Hex = '0x60188060093d393df360643560043514631626ba7e0260e01b60005260206000f3'
/** The factory that anvil has from the start: salt and code in, contract out (CREATE2). */
const FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const saltOf = (at: number) => pad(toHex(at), { size: 32 })
const addressOf = (at: number) =>
  getContractAddress({ opcode: 'CREATE2', from: FACTORY, salt: saltOf(at), bytecode: CODE })
/** The call of the factory. */
const creationOf = (at: number): Hex => `${saltOf(at)}${CODE.slice(2)}`
const DEPLOYED = addressOf(1)
/** The localnet's second chain, where nothing was deployed. */
const OTHER_COIN = 0x8000_0000 + 31_338

let localnet: Localnet
beforeAll(async () => {
  localnet = await startLocalnet()
  await request(localnet.url, 'eth_sendTransaction', [
    { from: accounts[0]!.address, to: FACTORY, data: creationOf(1) },
  ])
  await vi.waitUntil(
    async () => (await request(localnet.url, 'eth_getCode', [DEPLOYED, 'latest'])) !== '0x',
    { timeout: 30_000 },
  )
})
afterAll(() => localnet?.close())

const start = () =>
  startNames({
    chains: localnet.chains.map(({ id, url }) => ({ ...chain(url), id: `eip155:${id}` })),
  })
const bodyOf = (
  name: string,
  address: string,
  sign: (hash: Hex) => Hex = (hash) => hash,
  coinType = LOCAL_COIN,
) => {
  const message = JSON.stringify({ name, attributes: {}, timestamp: seconds(NOW) })
  return { coin_type: coinType, address, message, signature: sign(hashMessage(message)) }
}
const laterDeployed = (data: Hex) => (signature: Hex) =>
  serializeErc6492Signature({ address: FACTORY, data, signature })

it('A contract account gets a name on its own chain, says more of it and leaves it (ERC-1271)', async () => {
  const api = await start()
  const name = 'vault.shop.eth'
  expect((await api.send('POST', ACCOUNT, bodyOf(name, DEPLOYED))).status).toBe(200)
  const { body } = await api.read(name)
  expect(Object.keys(body.addresses)).toEqual([String(LOCAL_COIN)])
  const message = JSON.stringify({ action: 'release', name, timestamp: seconds(NOW) })
  const leaving = { coin_type: LOCAL_COIN, address: DEPLOYED, message }
  const path = `${ACCOUNT}/${name}`
  const wrong = { ...leaving, signature: hashMessage('another') }
  expect(refusalOf(await api.send('DELETE', path, wrong))).toEqual([401, 'signature'])
  const right = { ...leaving, signature: hashMessage(message) }
  expect((await api.send('DELETE', path, right)).status).toBe(200)
})

it('A contract account that is not deployed yet gets a name (ERC-6492)', async () => {
  const api = await start()
  const body = bodyOf('later.shop.eth', addressOf(2), laterDeployed(creationOf(2)))
  expect((await api.send('POST', ACCOUNT, body)).status).toBe(200)
})

const attacks: [string, () => ReturnType<typeof bodyOf>][] = [
  ["another chain's contract", () => bodyOf('vault.shop.eth', DEPLOYED, undefined, OTHER_COIN)],
  ['a contract that says no', () => bodyOf('vault.shop.eth', DEPLOYED, () => hashMessage('x'))],
  ['a factory that reverts', () => bodyOf('vault.shop.eth', addressOf(3), laterDeployed('0x00'))],
  [
    'a factory that makes another contract',
    () => bodyOf('vault.shop.eth', addressOf(4), laterDeployed(creationOf(5))),
  ],
  [
    'a signature of ERC-6492 that is cut off',
    () => bodyOf('vault.shop.eth', addressOf(6), () => `0x${'6492'.repeat(16)}`),
  ],
]
it.for(attacks)('Refused: %s', async ([attack, makeBody], context) => {
  const api = await start()
  const body = makeBody()
  const answer = await api.send('POST', ACCOUNT, body)
  const names = (await api.get(`/v1/profile/reverse/${body.address}`)).body
  report(context, `a name by ${attack}`, 1, names.length)
  expect(refusalOf(answer)).toEqual([401, 'signature'])
  expect(names).toEqual([])
})
