import { request, startAnvil, startBundler, type LocalBundler } from '@latchkey-tools/localnet'
import { deploySmartAccounts } from '@latchkey-tools/localnet'
import { smartAccountOf } from '@latchkey/smart-account'
import type { Hex } from 'viem'
import { addressesOf, deriveKeys } from '../src/keys/derive.js'
import { createAskNode } from '../src/page/rpc/node.js'
import { networkOf } from '../src/page/rpc/networks.js'
import type { Prepared, Reading } from '../src/page/rpc/prepared.js'
import { createSignedNonces } from '../src/page/rpc/signedNonces.js'
import { createContext, type SmartContext } from '../src/page/smart/context.js'
import { prepareSmart } from '../src/page/smart/prepare.js'
import { createRecords, type Records } from '../src/page/smart/records.js'
import type { JsonValue } from '@latchkey/embedded-wallet/protocol'
import { memoryDatabase, SEPOLIA } from './memoryDatabase.js'

export { memoryDatabase, SEPOLIA } from './memoryDatabase.js'

export const ETHER = 10n ** 18n
const never = new AbortController().signal

/** A chain with the contracts of smart accounts, and two bundlers. */
export async function startSmartChain() {
  const anvil = await startAnvil({ chainId: 11155111 })
  await deploySmartAccounts(anvil.url)
  const bundlers = await Promise.all([
    startBundler({ rpcUrl: anvil.url }),
    startBundler({ rpcUrl: anvil.url, key: 2 }),
  ])
  const ask = (method: string, ...params: unknown[]) => request(anvil.url, method, params)
  const fund = (address: string, wei = 10n * ETHER) =>
    ask('anvil_setBalance', address, `0x${wei.toString(16)}`)
  return {
    url: anvil.url,
    bundlers: bundlers as [LocalBundler, LocalBundler],
    ask,
    fund,
    close: async () => {
      await Promise.all(bundlers.map((bundler) => bundler.close()))
      await anvil.close()
    },
  }
}
export type SmartChain = Awaited<ReturnType<typeof startSmartChain>>

interface Options {
  urls?: readonly string[]
  paymaster?: string
  operationGas?: number
  records?: Records
}

/** A visitor with a smart account: the frame's parts for it, without a window. */
export async function createHolder(chain: SmartChain, seed: number, options: Options = {}) {
  const keys = await deriveKeys(new Uint8Array(32).fill(seed))
  const { evm } = addressesOf(keys)
  const account = smartAccountOf(evm as Hex)
  const network = networkOf(SEPOLIA, { [SEPOLIA]: chain.url })
  const node = createAskNode(network, never)
  const {
    urls = chain.bundlers.map(({ url }) => url),
    paymaster,
    operationGas = 10_000_000,
  } = options
  const records = options.records ?? createRecords(memoryDatabase())
  const smartAccounts = {
    [SEPOLIA]: { bundlers: [...urls], ...(paymaster !== undefined && { paymaster }) },
  }
  const context: SmartContext = createContext({
    config: { smartAccounts, operationGas, operationFee: 10_000 },
    network: SEPOLIA,
    account,
    node,
    records,
  })
  const reading: Reading = {
    network,
    account: account.address,
    origin: 'https://shop.example',
    host: 'shop.example',
    lang: 'en',
    node,
    nonces: createSignedNonces(new Map()),
    smart: account.address,
    other: evm,
  }
  const prepare = (method: string, params: unknown): Promise<Prepared> =>
    prepareSmart(context, reading, method, params)
  const run = async (prepared: Prepared): Promise<JsonValue> => {
    const step = {
      use: <T>(sign: (held: typeof keys) => T): T => sign(keys),
      askRetry: () => Promise.resolve(false),
      submitted: () => undefined,
    }
    const answer = await prepared.run(step)
    return prepared.finish ? prepared.finish() : answer
  }
  const send = async (fields: object): Promise<JsonValue> =>
    run(await prepare('eth_sendTransaction', [fields]))
  const calls = (list: readonly object[]) => [
    { version: '2.0.0', chainId: '0xaa36a7', atomicRequired: true, calls: list },
  ]
  return { keys, owner: evm as Hex, account, context, reading, records, prepare, run, send, calls }
}
export type Holder = Awaited<ReturnType<typeof createHolder>>
