import { LatchkeyError, type Amount, type ChainAdapter, type Network } from '@latchkey/plugin-api'

/** Calls of ERC-20. */
const BALANCE_OF = '0x70a08231'
const DECIMALS = '0x313ce567'
const MAX_DECIMALS = 77n

async function call(
  { read }: ChainAdapter,
  network: Network,
  to: string,
  data: string,
  signal: AbortSignal,
): Promise<bigint> {
  const answer = await read?.({
    network,
    method: 'eth_call',
    params: [{ to, data }, 'latest'],
    signal,
  })
  if (typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer)) return BigInt(answer)
  throw new LatchkeyError('rpc.failed', `${to} did not answer with a number.`, {
    context: { method: 'eth_call' },
  })
}

/**
 * The balance of the bought coin, by the network's own node. `undefined`: nobody here can read it.
 * @throws `rpc.failed`, and what the adapter throws
 */
export async function readBalance(
  adapter: ChainAdapter,
  network: Network,
  { address, contract }: { address: string; contract: string },
  signal: AbortSignal,
): Promise<Pick<Amount, 'value' | 'decimals'> | undefined> {
  if (!contract) return adapter.balance?.({ address, network, signal })
  const isEvm = network.namespace === 'eip155' && /^0x[\da-f]{40}$/i.test(address)
  if (!adapter.read || !isEvm) return undefined
  const owner = address.slice(2).toLowerCase().padStart(64, '0')
  const [value, decimals] = await Promise.all([
    call(adapter, network, contract, BALANCE_OF + owner, signal),
    call(adapter, network, contract, DECIMALS, signal),
  ])
  return decimals > MAX_DECIMALS ? undefined : { value, decimals: Number(decimals) }
}
