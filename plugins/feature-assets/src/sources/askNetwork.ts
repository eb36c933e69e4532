import type { Asset, ChainAdapter } from '@latchkey/plugin-api'
import { LatchkeyError } from '@latchkey/plugin-api'
import type { ListedToken } from '../options.js'
import type { Owner } from '../services.js'

/** The native coin, read by the network's own node. @throws `rpc.failed`, and what the adapter throws */
export async function askNative(
  adapter: ChainAdapter,
  { account, network }: Owner,
  signal: AbortSignal,
): Promise<Asset | undefined> {
  if (!network.supported || !adapter.balance) return undefined
  const amount = await adapter.balance({ address: account.address, network, signal })
  return { name: network.nativeCurrency.name, amount }
}

/** `balanceOf(address)` of ERC-20. */
const BALANCE_OF = '0x70a08231'
/** Calls to a node that are under way together. */
const AT_ONCE = 10

const isEvmAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text)

/** One balance, by `eth_call`. @throws `rpc.failed`, and what the adapter throws */
async function askToken(
  read: NonNullable<ChainAdapter['read']>,
  { account, network }: Owner,
  { address, name, symbol, decimals }: ListedToken,
  signal: AbortSignal,
): Promise<Asset> {
  const data = BALANCE_OF + account.address.slice(2).toLowerCase().padStart(64, '0')
  const params = [{ to: address, data }, 'latest']
  const answer = await read({ network, method: 'eth_call', params, signal })
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}$/i.test(answer))
    throw new LatchkeyError('rpc.failed', `${address} did not answer balanceOf with a number.`, {
      context: { method: 'eth_call' },
    })
  return { token: address, name, amount: { value: BigInt(answer), decimals, symbol } }
}

/**
 * Balances of tokens that the host lists, by the network's own node. One that cannot be read is left
 * out alone. EVM networks only: elsewhere the adapter's `assets` tells of tokens.
 */
export async function askListed(
  { read }: ChainAdapter,
  owner: Owner,
  listed: readonly ListedToken[],
  signal: AbortSignal,
): Promise<readonly Asset[]> {
  if (!read || owner.network.namespace !== 'eip155' || !isEvmAddress(owner.account.address))
    return []
  const wanted = listed.filter(({ address }) => isEvmAddress(address))
  const found: Asset[] = []
  for (let at = 0; at < wanted.length && !signal.aborted; at += AT_ONCE) {
    const batch = wanted.slice(at, at + AT_ONCE)
    const answers = await Promise.allSettled(
      batch.map((token) => askToken(read, owner, token, signal)),
    )
    for (const answer of answers) if (answer.status === 'fulfilled') found.push(answer.value)
  }
  return found
}
