// The common parts of tests of names.
import { type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
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

export const ACCOUNT = '/v1/profile/account'
type TestOptions = Omit<BlockchainApiOptions, 'domain'>

/** A service that gives out names below `shop.eth`. */
export async function startNames(options: TestOptions = {}, now: () => number = () => NOW) {
  const api = await startTestApi(
    {
      chains: [chain('http://127.0.0.1:1', { rpcUrls: [] })],
      names: { zones: { 'shop.eth': ZONE }, triesPerDay: 1_000_000 },
      ...options,
    },
    { now },
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
