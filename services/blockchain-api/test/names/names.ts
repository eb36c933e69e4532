// The common parts of tests of names.
import { type Hex, bytesToHex, encodeFunctionData, namehash } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { expect, type TestContext } from 'vitest'
import { recordAbi, resolverAbi } from '../../src/names/resolverAbi.js'
import { type BlockchainApiOptions } from '../../src/options.js'
import { chain, startTestApi } from '../harness.js'

export const NOW = 1_700_000_000_000
export const SIGNER_KEY: Hex = `0x${'5a'.repeat(32)}`
export const SIGNER = privateKeyToAccount(SIGNER_KEY).address
export const RESOLVER: Hex = `0x${'7e'.repeat(20)}`
export const ZONE = { signerKey: SIGNER_KEY, resolvers: [RESOLVER], reserved: ['admin', 'support'] }
export const COIN = 60
/** The chain of the tests, 31337 (ENSIP-11). */
export const LOCAL_COIN = 0x8000_0000 + 31_337
export const alice = privateKeyToAccount(`0x${'11'.repeat(32)}`)
export const bob = privateKeyToAccount(`0x${'22'.repeat(32)}`)
export const somebody = () => privateKeyToAccount(generatePrivateKey())

type Signer = Pick<PrivateKeyAccount, 'address' | 'signMessage'>
export interface Signed {
  coin_type: number
  address: string
  message: string
  signature: string
}

/** A body of a request, signed. */
export const signed = async (
  message: unknown,
  from: Signer = alice,
  more = {},
): Promise<Signed> => {
  const text = typeof message === 'string' ? message : JSON.stringify(message)
  const signature = await from.signMessage({ message: text })
  return { coin_type: COIN, address: from.address, message: text, signature, ...more }
}
export const seconds = (at = NOW) => Math.floor(at / 1000)
export const registration = (name: string, from: Signer = alice, more = {}, at = NOW) =>
  signed({ name, attributes: {}, timestamp: seconds(at) }, from, more)

/** A change of the texts of a name, as its owner signs it. */
export const change = (name: string, attributes: unknown, from: Signer = alice, more = {}) =>
  signed({ action: 'update', name, attributes, timestamp: seconds(), ...more }, from)
/** The leaving of a name, as its owner signs it. */
export const leaving = (name: string, from: Signer = alice, more = {}) =>
  signed({ action: 'release', name, timestamp: seconds(), ...more }, from)

export const ACCOUNT = '/v1/profile/account'
type TestOptions = Omit<BlockchainApiOptions, 'domain'>

/** A service that gives out names below `shop.eth`. @param parts such as the store of another service */
export async function startNames(
  options: TestOptions = {},
  now: () => number = () => NOW,
  parts: Parameters<typeof startTestApi>[1] = {},
) {
  const api = await startTestApi(
    {
      chains: [chain('http://127.0.0.1:1', { rpcUrls: [] })],
      names: { zones: { 'shop.eth': ZONE }, triesPerDay: 1_000_000 },
      ...options,
    },
    { now, ...parts },
  )
  const send = async (method: string, path: string, value: unknown, headers = {}) => {
    const response = await api.ask(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof value === 'string' ? value : JSON.stringify(value),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return {
    ...api,
    send,
    register: async (name: string, from: Signer = alice, more = {}) =>
      send('POST', ACCOUNT, await registration(name, from, more, now())),
    read: (name: string) => api.get(`${ACCOUNT}/${encodeURIComponent(name)}?apiVersion=2`),
  }
}

/** Status and first reason of a refusal. */
export const refusalOf = ({ status, body }: { status: number; body: Refused }) => [
  status,
  body.reasons?.[0]?.name,
]
export const wordsOf = ({ body }: { body: Refused }) => body.reasons?.[0]?.description
interface Refused {
  reasons?: { name: string; description: string }[]
}

export const node = namehash('alice.shop.eth')
/** A call of a record. */
export const call = (functionName: string, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi: recordAbi, functionName, args } as never)
/** The call of a resolver, as clients of ENS make it. */
export const requestOf = (name: string, data: Hex): Hex =>
  encodeFunctionData({
    abi: resolverAbi,
    functionName: 'resolve',
    args: [bytesToHex(packetToBytes(name)), data],
  })
export const ADDR = requestOf('alice.shop.eth', call('addr', node))
export type Api = Awaited<ReturnType<typeof startNames>>
/** Asks the gateway. */
export const ask = (api: Api, request: Hex, sender: string = RESOLVER) =>
  api.send('POST', '/v1/names/ccip', { sender, data: request })

/** Fills a row of the table of attacks. */
export const report = (
  { task }: TestContext,
  attack: string,
  tries: number,
  accepted: number,
  wanted = 0,
): void => {
  task.meta.attack = { attack, tries, wanted: `${wanted} accepted`, seen: `${accepted} accepted` }
  expect(accepted).toBe(wanted)
}
