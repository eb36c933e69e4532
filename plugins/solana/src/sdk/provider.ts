import { LatchkeyError, type PluginContext } from '@latchkey/plugin-api'
import { Connection, Transaction, VersionedTransaction, type SendOptions } from '@solana/web3.js'
import type { AnyTransaction } from '../api.js'
import { NAMESPACE, type SolanaNetwork } from '../networks.js'
import { inUse, sendTransaction, signTransactions } from '../request.js'

/** By its shape, for a page may carry two copies of web3.js. */
const isVersioned = (transaction: AnyTransaction): transaction is VersionedTransaction =>
  'version' in transaction

const toBytes = (transaction: AnyTransaction): Uint8Array =>
  isVersioned(transaction)
    ? transaction.serialize()
    : transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
const toObject = (bytes: Uint8Array, like: AnyTransaction): AnyTransaction =>
  isVersioned(like) ? VersionedTransaction.deserialize(bytes) : Transaction.from(bytes)

export async function signAll<T extends AnyTransaction>(
  ctx: PluginContext,
  transactions: readonly T[],
): Promise<T[]> {
  const signed = await signTransactions(ctx, inUse(ctx), transactions.map(toBytes))
  return signed.map((bytes, index) => toObject(bytes, transactions[index]!) as T)
}

export const signAndSend = (
  ctx: PluginContext,
  transaction: AnyTransaction,
  options?: SendOptions,
): Promise<string> => sendTransaction(ctx, inUse(ctx), toBytes(transaction), options)

export function connectionTo(
  ctx: PluginContext,
  networks: readonly SolanaNetwork[],
  id: string | undefined,
): Connection {
  const network =
    id === undefined ? ctx.activeNetwork.current(NAMESPACE) : ctx.networks.find(id)?.value
  const [url] = network?.rpcUrls ?? []
  if (!network || !url)
    throw new LatchkeyError(
      'kernel.network_unknown',
      `Network ${id ?? network?.id} is not configured with a node: give it rpcUrls.`,
      { context: { network: String(id ?? network?.id) } },
    )
  const wsEndpoint = networks.find((each) => each.id === network.id)?.wsUrl
  return new Connection(url, {
    commitment: 'confirmed',
    ...(wsEndpoint !== undefined && { wsEndpoint }),
  })
}
