import {
  createClient,
  custom,
  formatEther,
  isAddress,
  isHex,
  type AccessList,
  type Address,
  type Chain,
  type Client,
  type Hex,
  type SendTransactionParameters,
  type Transport,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { estimateGas, sendTransaction as signAndSend } from 'viem/actions'
import type { Method, WalletCore } from '../core.js'
import { chainOffline, invalidParams } from '../errors.js'
import type { WalletChain } from '../types.js'
import { signer } from './sign.js'

/** Fields of a transaction that are quantities: in wei, or in units of gas. */
const QUANTITIES = ['value', 'gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const

/** The parameter of `eth_sendTransaction` as a site gave it. Untrusted; quantities are hexadecimal. */
interface SiteTransaction {
  from?: unknown
  to?: Address | null
  data?: Hex
  input?: Hex
  gasLimit?: Hex
  nonce?: Hex
  chainId?: Hex
  accessList?: AccessList
  [field: string]: unknown
}

/** The same, checked. */
interface Transaction {
  to?: Address
  data?: Hex
  nonce?: number
  accessList?: AccessList
  value?: bigint
  gas?: bigint
  gasPrice?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
}

/** @throws -32602 (invalid parameters) for a text that is not hexadecimal */
function quantity(field: string, value: unknown): bigint | undefined {
  if (value === undefined || value === null) return undefined
  if (!isHex(value)) throw invalidParams(`"${field}" must be a hexadecimal quantity.`)
  return BigInt(value)
}

/**
 * Checks a site's transaction for the active chain. Older names are read too: `input` for `data`,
 * `gasLimit` for `gas`.
 * @throws -32602 (invalid parameters)
 */
function parse(core: WalletCore, site: SiteTransaction): Transaction {
  const chainId = quantity('chainId', site.chainId)
  if (chainId !== undefined && Number(chainId) !== core.chainId) {
    throw invalidParams(
      `the transaction is for chain ${chainId}, the active one is ${core.chainId}.`,
    )
  }
  if (site.to && !isAddress(site.to, { strict: false }))
    throw invalidParams('"to" is not an address.')
  const data = site.data ?? site.input
  if (data !== undefined && !isHex(data)) throw invalidParams('"data" must be hexadecimal.')
  if (!site.to && !data) throw invalidParams('a transaction needs "to" or "data".')
  const nonce = quantity('nonce', site.nonce)
  const amounts = Object.fromEntries(
    QUANTITIES.map((field) => [
      field,
      quantity(field, field === 'gas' ? (site['gas'] ?? site.gasLimit) : site[field]),
    ]).filter(([, value]) => value !== undefined),
  ) as Partial<Record<(typeof QUANTITIES)[number], bigint>>
  return {
    ...amounts,
    ...(site.to && { to: site.to }),
    ...(data && { data }),
    ...(nonce !== undefined && { nonce: Number(nonce) }),
    ...(site.accessList && { accessList: site.accessList }),
  }
}

/** The lines of the confirmation: what the user sees of the transaction. */
function describe(
  core: WalletCore,
  from: Address,
  { to, value = 0n, data }: Transaction,
): [string, string][] {
  const lines: [string, string][] = [
    ['Account', from],
    ['Network', core.chain?.name ?? String(core.chainId)],
    ['To', to ?? 'a new contract'],
    ['Value', `${formatEther(value)} ETH`],
  ]
  if (data && data !== '0x')
    lines.push(['Data', data.length > 202 ? `${data.slice(0, 202)}…` : data])
  return lines
}

/** Signs and sends when the transaction before it is sent. */
export function inTurn<T>(core: WalletCore, send: () => Promise<T>): Promise<T> {
  const sent = core.lastSent.then(send)
  core.lastSent = sent.catch(() => {})
  return sent
}

/** Signs with an account's key, and asks the chain's node. */
export const clientOf = (
  { node }: WalletCore,
  chain: WalletChain,
  account: PrivateKeyAccount,
): Client<Transport, Chain, PrivateKeyAccount> =>
  createClient({
    account,
    chain: {
      id: chain.id,
      name: chain.name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [chain.url] } },
    },
    transport: custom({ request: node }, { retryCount: 0 }),
  })

/**
 * Half more gas than the node's estimate, as wallets give. A call may take more by the time that it is
 * mined: a pool's first swap in a second takes more than its next.
 */
export const withRoom = (gas: bigint): bigint => (gas * 3n) / 2n

/** Asks the user, then signs the transaction and sends it to the node. @returns its hash */
const sendTransaction: Method = async (core, params, method) => {
  const site = (Array.isArray(params) ? params[0] : undefined) as SiteTransaction | undefined
  if (!site || typeof site !== 'object') throw invalidParams('a transaction is expected.')
  const account = signer(core, site.from)
  const transaction = parse(core, site)
  const { chain, chainId } = core
  if (!chain) throw chainOffline(chainId)
  await core.ask({
    kind: 'transaction',
    method,
    params,
    title: 'Send this transaction?',
    lines: describe(core, account.address, transaction),
  })
  const client = clientOf(core, chain, account)
  return inTurn(core, async () => {
    // viem's type knows one kind of fee at a time; which of them a site gives is only known at run
    // time.
    const request = transaction as unknown as SendTransactionParameters<
      typeof client.chain,
      typeof account
    >
    const gas = transaction.gas ?? withRoom(await estimateGas(client, request as never))
    return signAndSend(client, { ...request, gas })
  })
}

export const sendMethods: Record<string, Method> = { eth_sendTransaction: sendTransaction }
