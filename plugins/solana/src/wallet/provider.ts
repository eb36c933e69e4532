import {
  LatchkeyError,
  type ConnectedAccount,
  type Network,
  type PluginContext,
  type RequestOrigin,
} from '@latchkey/plugin-api'
import { badAnswer, readSafely } from '@latchkey/plugin-api/wallet'
import type { SignOptions } from '../api.js'
import { toKey } from '../chain/address.js'
import { fromBase58, toBase58 } from '../chain/base58.js'
import { fromBase64, toBase64 } from '../chain/bytes.js'
import {
  SEND_SIGNED,
  SIGN_ALL,
  SIGN_AND_SEND,
  SIGN_MESSAGE,
  SIGN_TRANSACTION,
} from '../chain/methods.js'
import { NAMESPACE } from '../chain/networks.js'
import { readTransaction, signatureOf, withSignature } from '../chain/transaction.js'
import { broadcast } from './broadcast.js'

export interface RequestContext {
  account: ConnectedAccount
  network: Network
  signal?: AbortSignal
  origin?: RequestOrigin
}

const accountOrNetworkMissing = (): LatchkeyError =>
  new LatchkeyError('kernel.account_or_network_missing', 'CaipNetwork or CaipAddress is undefined')

/**
 * The network in use and the account in use, or the one that the host names, for requests of the
 * host. @throws `kernel.account_or_network_missing`, `wallet.unauthorized`
 */
export function contextInUse(
  ctx: PluginContext,
  { account: wanted, signal }: SignOptions = {},
): RequestContext {
  const [active, network] = [ctx.accounts.active(NAMESPACE), ctx.activeNetwork.current(NAMESPACE)]
  const account =
    wanted === undefined || wanted === active?.address
      ? active
      : ctx.accounts.all(NAMESPACE).find(({ address }) => address === wanted)
  if (account && network) return { account, network, origin: 'host', ...(signal && { signal }) }
  if (wanted === undefined || !active) throw accountOrNetworkMissing()
  throw new LatchkeyError(
    'wallet.unauthorized',
    `${wanted.slice(0, 44)} is not connected: connect it again.`,
    { context: {} },
  )
}

/** Sends any request to the wallet, on the network in use. */
export async function request(
  ctx: PluginContext,
  { method, params }: { method: string; params?: unknown },
): Promise<unknown> {
  const network = ctx.activeNetwork.current(NAMESPACE)
  if (!network) throw accountOrNetworkMissing()
  return ctx.connections.request({
    network: network.id,
    method,
    origin: 'host',
    ...(params !== undefined && { params }),
  })
}

const askWalletOf = (
  ctx: PluginContext,
  { account, network, signal, origin }: RequestContext,
  method: string,
  params: unknown,
): Promise<unknown> =>
  ctx.connections.request({
    connectionId: account.connectionId,
    network: network.id,
    method,
    params,
    ...(signal && { signal }),
    ...(origin && { origin }),
  })

/** @throws `wallet.bad_answer` */
function readField(method: string, answer: unknown, name: string): string {
  const value = readSafely(() => (answer as Readonly<Record<string, unknown>>)[name])
  if (typeof value !== 'string') throw badAnswer(method, `an object with ${name}`)
  return value
}
function readSignature(method: string, answer: unknown): string {
  const text = readField(method, answer, 'signature')
  if (text.length > 88 || fromBase58(text)?.length !== 64) throw badAnswer(method, 'a signature')
  return text
}

/** Signs a text. @returns the signature in base58 */
export async function signText(
  ctx: PluginContext,
  on: RequestContext,
  message: string | Uint8Array,
): Promise<string> {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  return readSignature(
    SIGN_MESSAGE,
    await askWalletOf(ctx, on, SIGN_MESSAGE, {
      message: toBase58(bytes),
      pubkey: on.account.address,
    }),
  )
}
export const signMessage = async (
  ctx: PluginContext,
  message: Uint8Array,
  options?: SignOptions,
): Promise<Uint8Array> => fromBase58(await signText(ctx, contextInUse(ctx, options), message))!

/** Whether the account's wallet lists a method. */
function hasMethod(ctx: PluginContext, { account }: RequestContext, method: string): boolean {
  const scope = ctx.connections.get().connections.find(({ id }) => id === account.connectionId)
    ?.scopes[NAMESPACE]
  return !scope || scope.methods === 'any' || scope.methods.includes(method)
}

/** Signs one transaction. A wallet behind a relay may answer with the signature alone. */
async function signOne(
  ctx: PluginContext,
  on: RequestContext,
  key: Uint8Array,
  transaction: Uint8Array,
): Promise<Uint8Array | undefined> {
  const answer = await askWalletOf(ctx, on, SIGN_TRANSACTION, {
    transaction: toBase64(transaction),
    pubkey: on.account.address,
  })
  const whole = readSafely(() => (answer as { transaction?: unknown }).transaction)
  return whole === undefined || whole === null
    ? withSignature(transaction, key, fromBase58(readSignature(SIGN_TRANSACTION, answer))!)
    : fromBase64(whole)
}
async function signSeveral(
  ctx: PluginContext,
  on: RequestContext,
  transactions: readonly Uint8Array[],
): Promise<readonly (Uint8Array | undefined)[]> {
  const answer = await askWalletOf(ctx, on, SIGN_ALL, {
    transactions: transactions.map(toBase64),
    pubkey: on.account.address,
  })
  const list = readSafely(() => (answer as { transactions?: unknown }).transactions)
  return Array.isArray(list) && list.length === transactions.length
    ? transactions.map((_, index) => fromBase64(list[index]))
    : [undefined]
}

/**
 * Asks for signatures of the account, of several transactions at once where the wallet can. @throws
 * `wallet.*`
 */
export async function signTransactions(
  ctx: PluginContext,
  on: RequestContext,
  transactions: readonly Uint8Array[],
): Promise<readonly Uint8Array[]> {
  const key = toKey(on.account.address)!
  const atOnce = transactions.length > 1 && hasMethod(ctx, on, SIGN_ALL)
  const signed: (Uint8Array | undefined)[] = atOnce
    ? [...(await signSeveral(ctx, on, transactions))]
    : []
  for (const transaction of atOnce ? [] : transactions)
    signed.push(await signOne(ctx, on, key, transaction))
  return signed.map((each) => {
    if (!each || !signatureOf(each, key))
      throw badAnswer(atOnce ? SIGN_ALL : SIGN_TRANSACTION, 'what the account signed')
    return each
  })
}

/**
 * Signing and sending in two steps has the effect of one. So a method that the host denies is
 * denied here too, as the rpc door sees only the first step. @throws `rpc.method_not_allowed`
 */
function demandSending({ rpc }: PluginContext): void {
  const method = [SIGN_AND_SEND, SEND_SIGNED].find((each) => rpc.ruleOf(each, NAMESPACE).denied)
  if (method !== undefined)
    throw new LatchkeyError('rpc.method_not_allowed', 'Requested RPC call is not allowed', {
      context: { method },
    })
}

/**
 * Has a transaction signed and sent: by the wallet, or by the network's own node where the wallet
 * only signs. @returns the signature in base58
 */
export async function sendTransaction(
  ctx: PluginContext,
  on: RequestContext,
  transaction: Uint8Array,
  sendOptions?: object,
): Promise<string> {
  if (!hasMethod(ctx, on, SIGN_AND_SEND) && hasMethod(ctx, on, SIGN_TRANSACTION)) {
    demandSending(ctx)
    const [signed] = await signTransactions(ctx, on, [transaction])
    // The network names a transaction by the signature of whoever pays its fee, who may be another.
    const own = toBase58(readTransaction(signed!)!.signatures[0]!)
    // A host that sends a transaction of its own is told of the failure, and looks for it itself.
    const signature = await broadcast(
      { ...on, tellsDoubt: on.origin === 'host' },
      [toBase64(signed!), { encoding: 'base64', ...sendOptions }],
      own,
    )
    return readSignature(SEND_SIGNED, { signature })
  }
  return readSignature(
    SIGN_AND_SEND,
    await askWalletOf(ctx, on, SIGN_AND_SEND, {
      transaction: toBase64(transaction),
      pubkey: on.account.address,
      ...(sendOptions && { sendOptions }),
    }),
  )
}
