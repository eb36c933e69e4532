// A visitor with a smart account who is asked for permissions: the frame's parts for it, without a window.
import type { JsonValue } from '@latchkey/embedded-wallet/protocol'
import { smartAccountOf } from '@latchkey/smart-account'
import { encodeAbiParameters, toHex, type Address, type Hex } from 'viem'
import { addressesOf, deriveKeys } from '../src/keys/derive.js'
import { networkOf } from '../src/page/rpc/networks.js'
import type { Prepared, Reading } from '../src/page/rpc/prepared.js'
import { createSignedNonces } from '../src/page/rpc/signedNonces.js'
import { createContext } from '../src/page/smart/context.js'
import { prepareSmart } from '../src/page/smart/prepare.js'
import { createRecords } from '../src/page/smart/records.js'
import { memoryDatabase, SEPOLIA } from './memoryDatabase.js'

export const CHAIN_ID = 11155111
export const SHOP = 'https://shop.example'
export const KEY: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const TOKEN: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const GAME: Address = '0x5109000000000000000000000000000000000042'
export const DAY_S = 86_400
export const NOW_S = 1_800_000_000
export const hex = (value: bigint | number): Hex => toHex(value)

/** A contract as the operator's node knows it. */
export interface Contract {
  symbol?: string
  decimals?: number
  /** It answers for balances. */
  isToken?: boolean
  /** It answers for balances of ids, as ERC-1155 and ERC-6909 have it. */
  hasIds?: boolean
}

const word = (value: bigint | number): Hex => toHex(value, { size: 32 })

/** A node of the operator that knows some contracts. */
const nodeOf =
  (
    contracts: Readonly<Record<string, Contract>>,
    deployed: readonly string[],
    blockTime: () => number,
  ) =>
  async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const [first] = params
    const of = (address: unknown): Contract | undefined =>
      Object.entries(contracts).find(
        ([one]) => one.toLowerCase() === String(address).toLowerCase(),
      )?.[1]
    if (method === 'eth_getCode')
      return of(first) || deployed.includes(String(first)) ? '0x6001' : '0x'
    if (method === 'eth_getBlockByNumber') return { timestamp: hex(blockTime()) }
    if (method !== 'eth_call') throw new Error(`The node does not know ${method}.`)
    const { to, data } = first as { to: string; data: string }
    const { symbol, decimals, isToken = symbol !== undefined, hasIds } = of(to) ?? {}
    if (data.startsWith('0x95d89b41') && symbol !== undefined)
      return encodeAbiParameters([{ type: 'string' }], [symbol])
    if (data.startsWith('0x313ce567') && decimals !== undefined) return word(decimals)
    if (data.startsWith('0x70a08231') && isToken) return word(0)
    if (data.startsWith('0x00fdd58e') && hasIds) return word(0)
    return '0x'
  }

interface Options {
  contracts?: Readonly<Record<string, Contract>>
  isDeployed?: boolean
  database?: ReturnType<typeof memoryDatabase>
  origin?: string
  lang?: string
  seed?: number
}

/** A visitor at a time that a test may move on. */
export async function createGranter({
  contracts = { [TOKEN]: { symbol: 'TKN', decimals: 6 }, [GAME]: {} },
  isDeployed = false,
  database = memoryDatabase(),
  origin = SHOP,
  lang = 'en',
  seed = 7,
}: Options = {}) {
  const keys = await deriveKeys(new Uint8Array(32).fill(seed))
  const { evm } = addressesOf(keys)
  const account = smartAccountOf(evm as Hex)
  const network = networkOf(SEPOLIA, { [SEPOLIA]: 'http://node.test' })
  const records = createRecords(database)
  /** The clock of the browser, and how much the chain's is ahead of it. */
  const time = { now: NOW_S, ahead: 0 }
  const node = nodeOf(contracts, isDeployed ? [account.address] : [], () => time.now + time.ahead)
  const config = {
    smartAccounts: { [SEPOLIA]: { bundlers: [] } },
    operationGas: 10_000_000,
    operationFee: 10_000,
  }
  const context = {
    ...createContext({ config, network: SEPOLIA, account, node, records }),
    now: () => time.now * 1000,
  }
  const reading: Reading = {
    ...{ network, account: account.address, origin, host: new URL(origin).host, lang, node },
    nonces: createSignedNonces(new Map()),
    smart: account.address,
    other: evm,
  }
  /** How often the key was used. */
  const used = { times: 0 }
  const step = {
    use<T>(sign: (held: typeof keys) => T): T {
      used.times += 1
      return sign(keys)
    },
    askRetry: () => Promise.resolve(false),
    submitted: () => undefined,
  }
  return {
    ...{ account, owner: evm as Hex, context, reading, records, time, used, database },
    prepare: (params: unknown, method = 'wallet_requestExecutionPermissions'): Promise<Prepared> =>
      prepareSmart(context, reading, method, params),
    run: (prepared: Prepared): Promise<JsonValue> => prepared.run(step),
  }
}
export type Granter = Awaited<ReturnType<typeof createGranter>>

/** A request in the present form of ERC-7715: one ether in all, within a day, ten times. */
export const requestOf = (more: object = {}, permission: object = {}): Record<string, unknown> => ({
  chainId: hex(CHAIN_ID),
  to: KEY,
  permission: {
    type: 'native-token-allowance',
    isAdjustmentAllowed: true,
    data: { allowanceAmount: hex(10n ** 18n) },
    ...permission,
  },
  rules: [
    { type: 'expiry', data: { timestamp: NOW_S + DAY_S } },
    { type: 'call-limit', data: { count: 10 } },
  ],
  ...more,
})
/** The same with a permission of another kind. */
export const permit = (type: string, data: object): Record<string, unknown> =>
  requestOf({}, { type, data })

/** A row of a card: its label, its value, and the warning beside it. */
type ReadRow = [label: string, value: string, warning?: string]

/** The rows of a card as a person reads them. */
export function readRows({ description, texts }: Prepared): ReadRow[] {
  const read = (key: string): string => texts[key] ?? key
  return (description?.rows ?? []).map(({ label, value, warning }): ReadRow =>
    warning === undefined ? [read(label), value] : [read(label), value, read(warning)],
  )
}

/** The message of a refusal, or `granted`. */
export const refusalOf = (asking: Promise<unknown>): Promise<string> =>
  asking.then(
    () => 'granted',
    (error: unknown) => (error as Error).message,
  )
