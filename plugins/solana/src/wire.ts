import { LatchkeyError, type Network, type WireRequest } from '@latchkey/plugin-api'
import { askNodes } from '@latchkey/plugin-api/nodes'
import { ask } from './ask.js'
import { fromBase58, toBase58 } from './base58.js'
import { fromBase64, toBase64 } from './bytes.js'
import { badAnswer, badParams, unsupported } from './errors.js'
import {
  GET_ACCOUNTS,
  REQUEST_ACCOUNTS,
  SEND_SIGNED,
  SIGN_ALL,
  SIGN_AND_SEND,
  SIGN_MESSAGE,
  SIGN_TRANSACTION,
} from './methods.js'
import type { SolanaNetwork } from './networks.js'
import { readTransaction, signatureOf } from './transaction.js'
import type { SendOptions, Wallet, WalletAccount } from './wallet.js'

/** The longest message that an off-chain signature knows. */
const LONGEST_MESSAGE = 65_515
/** Transactions that are signed at once. */
const MOST_TRANSACTIONS = 100

/** What a request is answered with. */
export interface WireNeeds {
  wallet: Wallet
  /** Those that the wallet exposes now. */
  accounts: readonly WalletAccount[]
  network(id: string): Network | undefined
  chain(id: string): SolanaNetwork['chain'] | undefined
}
type Params = Readonly<Record<string, unknown>>

/** The account that a request names, else the first. @throws `wallet.unauthorized` */
function accountFor({ accounts }: WireNeeds, { pubkey }: Params): WalletAccount {
  const account =
    pubkey === undefined ? accounts[0] : accounts.find(({ address }) => address === pubkey)
  if (!account)
    throw new LatchkeyError(
      'wallet.unauthorized',
      `The wallet does not expose ${String(pubkey).slice(0, 44)}: connect again.`,
      { context: {} },
    )
  return account
}
function transactionOf(method: string, value: unknown): Uint8Array {
  const bytes = fromBase64(value)
  if (!bytes || !readTransaction(bytes)) throw badParams(method, 'a transaction in base64')
  return bytes
}

async function sign(
  needs: WireNeeds,
  { network, method, signal }: WireRequest,
  params: Params,
  list: readonly unknown[],
): Promise<readonly Uint8Array[]> {
  const account = accountFor(needs, params)
  const transactions = list.map((each) => transactionOf(method, each))
  const signed = await ask(
    method,
    () => needs.wallet.signTransactions(account, transactions, needs.chain(network) ?? network),
    signal,
  )
  // Wallets add fees and guards of their own, so the rest may differ: what is asked is that this account signed.
  if (!signed.every((each) => signatureOf(each, account.key)))
    throw badAnswer(method, 'a transaction that the account did not sign')
  return signed
}

async function signMessage(
  needs: WireNeeds,
  { method, signal }: WireRequest,
  params: Params,
): Promise<unknown> {
  const { message } = params
  const bytes =
    typeof message === 'string' && message.length < LONGEST_MESSAGE * 1.4
      ? fromBase58(message)
      : undefined
  if (!bytes || bytes.length > LONGEST_MESSAGE)
    throw badParams(method, `a message in base58 of at most ${LONGEST_MESSAGE} bytes`)
  const account = accountFor(needs, params)
  return {
    signature: toBase58(await ask(method, () => needs.wallet.signMessage(account, bytes), signal)),
  }
}

async function signTransaction(
  needs: WireNeeds,
  request: WireRequest,
  params: Params,
): Promise<{ signature: string; transaction: string }> {
  const [signed] = await sign(needs, request, params, [params['transaction']])
  return {
    signature: toBase58(signatureOf(signed!, accountFor(needs, params).key)!),
    transaction: toBase64(signed!),
  }
}

/** Only what the standard names, so that nothing else of the page reaches the wallet. */
function optionsOf({ sendOptions }: Params): SendOptions {
  if (typeof sendOptions !== 'object' || sendOptions === null) return {}
  const { skipPreflight, preflightCommitment, maxRetries, minContextSlot } = sendOptions as Params
  return {
    ...(typeof skipPreflight === 'boolean' && { skipPreflight }),
    ...(typeof preflightCommitment === 'string' && { preflightCommitment }),
    ...(typeof maxRetries === 'number' && { maxRetries }),
    ...(typeof minContextSlot === 'number' && { minContextSlot }),
  }
}

/** Hands a node what is signed. @throws `kernel.network_unknown`, `rpc.failed`, `http.*` */
async function broadcast(
  { network: find }: WireNeeds,
  { network: id, signal }: WireRequest,
  params: readonly unknown[],
): Promise<unknown> {
  const network = find(id)
  if (!network?.rpcUrls.length)
    throw new LatchkeyError(
      'kernel.network_unknown',
      `Network ${id} has no node to send to: give it rpcUrls.`,
      { context: { network: id } },
    )
  return askNodes(network, SEND_SIGNED, params, signal)
}

async function signAndSend(
  needs: WireNeeds,
  request: WireRequest,
  params: Params,
): Promise<unknown> {
  const options = optionsOf(params)
  const { wallet } = needs
  if (!wallet.signAndSend) {
    const { transaction } = await signTransaction(needs, request, params)
    return {
      signature: await broadcast(needs, request, [transaction, { encoding: 'base64', ...options }]),
    }
  }
  const account = accountFor(needs, params)
  const transaction = transactionOf(request.method, params['transaction'])
  const chain = needs.chain(request.network)
  if (!chain)
    throw new LatchkeyError(
      'wallet.chain_disconnected',
      `Network ${request.network} has no name in the Wallet Standard: the wallet could not tell where to send.`,
      { context: { network: request.network } },
    )
  return {
    signature: toBase58(
      await ask(
        request.method,
        () => wallet.signAndSend!(account, transaction, chain, options),
        request.signal,
      ),
    ),
  }
}

/** Answers one request of the WalletConnect profile for Solana. @throws `wallet.*`, `rpc.failed`, `kernel.aborted` */
export async function answer(needs: WireNeeds, request: WireRequest): Promise<unknown> {
  const { method, params: given } = request
  if (method === SEND_SIGNED) return broadcast(needs, request, Array.isArray(given) ? given : [])
  if (!needs.wallet.methods.includes(method)) throw unsupported(method)
  const params = typeof given === 'object' && given !== null ? (given as Params) : {}
  switch (method) {
    case GET_ACCOUNTS:
    case REQUEST_ACCOUNTS:
      return needs.accounts.map(({ address }) => ({ pubkey: address }))
    case SIGN_MESSAGE:
      return signMessage(needs, request, params)
    case SIGN_TRANSACTION:
      return signTransaction(needs, request, params)
    case SIGN_AND_SEND:
      return signAndSend(needs, request, params)
    case SIGN_ALL: {
      const { transactions } = params
      if (
        !Array.isArray(transactions) ||
        !transactions.length ||
        transactions.length > MOST_TRANSACTIONS
      )
        throw badParams(method, `from 1 to ${MOST_TRANSACTIONS} transactions in base64`)
      return { transactions: (await sign(needs, request, params, transactions)).map(toBase64) }
    }
    default:
      throw unsupported(method)
  }
}
