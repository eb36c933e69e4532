import {
  isLatchkeyError,
  LatchkeyError,
  type ConnectedAccount,
  type Network,
  type PluginContext,
  type RequestOrigin,
} from '@latchkey/plugin-api'
import { askNodes } from '@latchkey/plugin-api/nodes'
import { toKey } from './address.js'
import { fromBase58, toBase58 } from './base58.js'
import { fromBase64, toBase64 } from './bytes.js'
import { badAnswer, look } from './errors.js'
import { SEND_SIGNED, SIGN_ALL, SIGN_AND_SEND, SIGN_MESSAGE, SIGN_TRANSACTION } from './methods.js'
import { NAMESPACE } from './networks.js'
import { signatureOf, withSignature } from './transaction.js'

export interface On {
  account: ConnectedAccount
  network: Network
  signal?: AbortSignal
  origin?: RequestOrigin
}

const missing = (): LatchkeyError =>
  new LatchkeyError('kernel.account_or_network_missing', 'CaipNetwork or CaipAddress is undefined')

/** The account and the network in use, for the host: its own API asks for nothing else. @throws `kernel.account_or_network_missing` */
export function inUse(ctx: PluginContext): On {
  const [account, network] = [ctx.accounts.active(NAMESPACE), ctx.activeNetwork.current(NAMESPACE)]
  if (!account || !network) throw missing()
  return { account, network, origin: 'host' }
}

/** Any request, to the wallet and on the network in use. */
export async function request(
  ctx: PluginContext,
  { method, params }: { method: string; params?: unknown },
): Promise<unknown> {
  const network = ctx.activeNetwork.current(NAMESPACE)
  if (!network) throw missing()
  return ctx.connections.request({
    network: network.id,
    method,
    origin: 'host',
    ...(params !== undefined && { params }),
  })
}

const ask = (
  ctx: PluginContext,
  { account, network, signal, origin }: On,
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
function field(method: string, answer: unknown, name: string): string {
  const value = look(() => (answer as Readonly<Record<string, unknown>>)[name])
  if (typeof value !== 'string') throw badAnswer(method, `no ${name}`)
  return value
}
function signatureIn(method: string, answer: unknown): string {
  const text = field(method, answer, 'signature')
  if (text.length > 88 || fromBase58(text)?.length !== 64)
    throw badAnswer(method, 'something else than a signature')
  return text
}

/** The signature in base58. */
export async function signText(
  ctx: PluginContext,
  on: On,
  message: string | Uint8Array,
): Promise<string> {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  return signatureIn(
    SIGN_MESSAGE,
    await ask(ctx, on, SIGN_MESSAGE, { message: toBase58(bytes), pubkey: on.account.address }),
  )
}
export const signMessage = async (ctx: PluginContext, message: Uint8Array): Promise<Uint8Array> =>
  fromBase58(await signText(ctx, inUse(ctx), message))!

/** Whether the account's wallet lists a method. */
function lists(ctx: PluginContext, { account }: On, method: string): boolean {
  const scope = ctx.connections.get().connections.find(({ id }) => id === account.connectionId)
    ?.scopes[NAMESPACE]
  return !scope || scope.methods === 'any' || scope.methods.includes(method)
}

/** One at a time. A wallet behind a relay may answer with the signature alone. */
async function signOne(
  ctx: PluginContext,
  on: On,
  key: Uint8Array,
  transaction: Uint8Array,
): Promise<Uint8Array | undefined> {
  const answer = await ask(ctx, on, SIGN_TRANSACTION, {
    transaction: toBase64(transaction),
    pubkey: on.account.address,
  })
  const whole = look(() => (answer as { transaction?: unknown }).transaction)
  return whole === undefined || whole === null
    ? withSignature(transaction, key, fromBase58(signatureIn(SIGN_TRANSACTION, answer))!)
    : fromBase64(whole)
}
async function signSeveral(
  ctx: PluginContext,
  on: On,
  transactions: readonly Uint8Array[],
): Promise<readonly (Uint8Array | undefined)[]> {
  const answer = await ask(ctx, on, SIGN_ALL, {
    transactions: transactions.map(toBase64),
    pubkey: on.account.address,
  })
  const list = look(() => (answer as { transactions?: unknown }).transactions)
  return Array.isArray(list) && list.length === transactions.length
    ? transactions.map((_, index) => fromBase64(list[index]))
    : [undefined]
}

/** Asks for signatures of the account: of several at once where the wallet can. @throws `wallet.*` */
export async function signTransactions(
  ctx: PluginContext,
  on: On,
  transactions: readonly Uint8Array[],
): Promise<readonly Uint8Array[]> {
  const key = toKey(on.account.address)!
  const atOnce = transactions.length > 1 && lists(ctx, on, SIGN_ALL)
  const signed: (Uint8Array | undefined)[] = atOnce
    ? [...(await signSeveral(ctx, on, transactions))]
    : []
  for (const transaction of atOnce ? [] : transactions)
    signed.push(await signOne(ctx, on, key, transaction))
  return signed.map((each) => {
    if (!each || !signatureOf(each, key))
      throw badAnswer(
        atOnce ? SIGN_ALL : SIGN_TRANSACTION,
        'something else than what the account signed',
      )
    return each
  })
}

/** Whether a node says that it has the transaction already. */
const hasAlready = (error: unknown): boolean =>
  isLatchkeyError(error, 'rpc.failed') && /already (been )?processed/i.test(error.message)
/** Whether a node did not let the call in: it has nothing. */
const isShut = (error: unknown): boolean =>
  isLatchkeyError(error, 'http.status') && error.context.status >= 400 && error.context.status < 500

/**
 * Hands a signed transaction to the network's nodes, one after the other until one answers. What a node may have although it did not answer counts as sent, whatever the next one says:
 * to send such a transfer again could pay twice, and whoever watches it sees whether it was. A host that sends a transaction of its own is told instead.
 * @param own its signature @returns the same, or what the node says that it is
 */
async function broadcast(
  { network, signal, origin }: On,
  params: readonly unknown[],
  own: string,
): Promise<unknown> {
  let isMaybeSent = false
  let last: unknown
  // Without a node the question fails as it should.
  for (const rpcUrls of network.rpcUrls.length ? network.rpcUrls.map((url) => [url]) : [[]]) {
    try {
      return await askNodes({ id: network.id, rpcUrls }, SEND_SIGNED, params, signal)
    } catch (error) {
      if (isLatchkeyError(error, 'kernel.aborted')) throw error
      if (hasAlready(error)) return own
      last = error
      if (isLatchkeyError(error, 'rpc.failed')) break
      isMaybeSent ||= rpcUrls.length > 0 && !isShut(error)
    }
  }
  if (isMaybeSent && origin !== 'host') return own
  throw last
}

/** Signing and sending in two steps is the same as in one: what the host denies of it is denied here too, where the door sees only the first step. @throws `rpc.method_not_allowed` */
function demandSending({ rpc }: PluginContext): void {
  const method = [SIGN_AND_SEND, SEND_SIGNED].find((each) => rpc.ruleOf(each, NAMESPACE).denied)
  if (method !== undefined)
    throw new LatchkeyError('rpc.method_not_allowed', 'Requested RPC call is not allowed', {
      context: { method },
    })
}

/** Has it signed and sent: by the wallet, or where that only signs by the network's own node. Answers the signature. */
export async function sendTransaction(
  ctx: PluginContext,
  on: On,
  transaction: Uint8Array,
  sendOptions?: object,
): Promise<string> {
  if (!lists(ctx, on, SIGN_AND_SEND) && lists(ctx, on, SIGN_TRANSACTION)) {
    demandSending(ctx)
    const [signed] = await signTransactions(ctx, on, [transaction])
    const own = toBase58(signatureOf(signed!, toKey(on.account.address)!)!)
    const signature = await broadcast(
      on,
      [toBase64(signed!), { encoding: 'base64', ...sendOptions }],
      own,
    )
    return signatureIn(SEND_SIGNED, { signature })
  }
  return signatureIn(
    SIGN_AND_SEND,
    await ask(ctx, on, SIGN_AND_SEND, {
      transaction: toBase64(transaction),
      pubkey: on.account.address,
      ...(sendOptions && { sendOptions }),
    }),
  )
}
