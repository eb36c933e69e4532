import { LatchkeyError, type ConnectedAccount, type Network, type PluginContext } from '@latchkey/plugin-api'
import { fromBase58, toBase58 } from './base58.js'
import { fromBase64, toBase64 } from './bytes.js'
import { badAnswer, look } from './errors.js'
import { SEND_SIGNED, SIGN_ALL, SIGN_AND_SEND, SIGN_MESSAGE, SIGN_TRANSACTION } from './methods.js'
import { NAMESPACE } from './networks.js'

export interface On {
  account: ConnectedAccount
  network: Network
  signal?: AbortSignal
}

const missing = (): LatchkeyError => new LatchkeyError('kernel.account_or_network_missing', 'CaipNetwork or CaipAddress is undefined')

/** The account and the network in use. @throws `kernel.account_or_network_missing` */
export function inUse(ctx: PluginContext): On {
  const [account, network] = [ctx.accounts.active(NAMESPACE), ctx.activeNetwork.current(NAMESPACE)]
  if (!account || !network) throw missing()
  return { account, network }
}

/** Any request, to the wallet and on the network in use. */
export async function request(ctx: PluginContext, { method, params }: { method: string; params?: unknown }): Promise<unknown> {
  const network = ctx.activeNetwork.current(NAMESPACE)
  if (!network) throw missing()
  return ctx.connections.request({ network: network.id, method, ...(params !== undefined && { params }) })
}

const ask = (ctx: PluginContext, { account, network, signal }: On, method: string, params: unknown): Promise<unknown> =>
  ctx.connections.request({ connectionId: account.connectionId, network: network.id, method, params, ...(signal && { signal }) })

/** @throws `wallet.bad_answer` */
function field(method: string, answer: unknown, name: string): string {
  const value = look(() => (answer as Readonly<Record<string, unknown>>)[name])
  if (typeof value !== 'string') throw badAnswer(method, `no ${name}`)
  return value
}
function signatureIn(method: string, answer: unknown): string {
  const text = field(method, answer, 'signature')
  if (text.length > 88 || fromBase58(text)?.length !== 64) throw badAnswer(method, 'something else than a signature')
  return text
}

/** The signature in base58. */
export async function signText(ctx: PluginContext, on: On, message: string | Uint8Array): Promise<string> {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  return signatureIn(SIGN_MESSAGE, await ask(ctx, on, SIGN_MESSAGE, { message: toBase58(bytes), pubkey: on.account.address }))
}
export const signMessage = async (ctx: PluginContext, message: Uint8Array): Promise<Uint8Array> => fromBase58(await signText(ctx, inUse(ctx), message))!

/** Asks for signatures of the account; one transaction is asked for as one. */
export async function signTransactions(ctx: PluginContext, on: On, transactions: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const pubkey = on.account.address
  const texts = transactions.map(toBase64)
  const [method, params] = texts.length === 1 ? [SIGN_TRANSACTION, { transaction: texts[0], pubkey }] : [SIGN_ALL, { transactions: texts, pubkey }]
  const answer = await ask(ctx, on, method, params)
  const list = texts.length === 1 ? [field(method, answer, 'transaction')] : look(() => (answer as { transactions?: unknown }).transactions)
  const signed = Array.isArray(list) ? list.map((each) => fromBase64(each)) : []
  if (signed.length !== texts.length || !signed.every((each) => each !== undefined)) throw badAnswer(method, 'something else than the signed transactions')
  return signed
}

/** Has it signed and sent: by the wallet, or where that only signs by the network's own node. Answers the signature. */
export async function sendTransaction(ctx: PluginContext, on: On, transaction: Uint8Array, sendOptions?: object): Promise<string> {
  const scope = ctx.connections.get().connections.find(({ id }) => id === on.account.connectionId)?.scopes[NAMESPACE]
  if (scope && scope.methods !== 'any' && !scope.methods.includes(SIGN_AND_SEND) && scope.methods.includes(SIGN_TRANSACTION)) {
    const [signed] = await signTransactions(ctx, on, [transaction])
    const id = await ask(ctx, on, SEND_SIGNED, [toBase64(signed!), { encoding: 'base64', ...sendOptions }])
    return signatureIn(SEND_SIGNED, { signature: id })
  }
  return signatureIn(SIGN_AND_SEND, await ask(ctx, on, SIGN_AND_SEND, { transaction: toBase64(transaction), pubkey: on.account.address, ...(sendOptions && { sendOptions }) }))
}
