import { LatchkeyError, type Network, type WireRequest } from '@latchkey/plugin-api'
import { askNodes } from '@latchkey/plugin-api/nodes'
import { askWallet, badAnswer, badParams, unsupportedMethod } from '@latchkey/plugin-api/wallet'
import { fromBase58, toBase58 } from '../chain/base58.js'
import { fromBase64, toBase64 } from '../chain/bytes.js'
import { broadcast } from './broadcast.js'
import { toWalletError } from './errors.js'
import {
  GET_ACCOUNTS,
  REQUEST_ACCOUNTS,
  SEND_SIGNED,
  SIGN_ALL,
  SIGN_AND_SEND,
  SIGN_MESSAGE,
  SIGN_TRANSACTION,
} from '../chain/methods.js'
import type { SolanaNetwork } from '../chain/networks.js'
import { readTransaction, signatureOf } from '../chain/transaction.js'
import type { SendOptions, Wallet, WalletAccount } from './wallet.js'

/** The longest off-chain message, in bytes. */
const MAX_MESSAGE_BYTES = 65_515
/** Transactions that are signed at once. */
const MAX_TRANSACTIONS = 100

/** Answers requests of one connection. */
export interface RequestServices {
  wallet: Wallet
  /** The accounts that the wallet exposes now. */
  accounts: readonly WalletAccount[]
  network(id: string): Network | undefined
  chain(id: string): SolanaNetwork['chain'] | undefined
}
type Params = Readonly<Record<string, unknown>>

/** The account that a request names, else the first. @throws `wallet.unauthorized` */
function findAccount({ accounts }: RequestServices, { pubkey }: Params): WalletAccount {
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
function readTransactionParam(method: string, value: unknown): Uint8Array {
  const bytes = fromBase64(value)
  if (!bytes || !readTransaction(bytes))
    throw badParams(method, 'a transaction, legacy or of version 0, in base64')
  return bytes
}

async function signAll(
  needs: RequestServices,
  { network, method, signal }: WireRequest,
  params: Params,
  list: readonly unknown[],
): Promise<readonly Uint8Array[]> {
  const account = findAccount(needs, params)
  const transactions = list.map((each) => readTransactionParam(method, each))
  const signed = await askWallet(
    method,
    () => needs.wallet.signTransactions(account, transactions, needs.chain(network) ?? network),
    signal,
    toWalletError,
  )
  // Wallets add fees and guards of their own, so the rest may differ. Only the signature of this
  // account is demanded.
  if (!signed.every((each) => signatureOf(each, account.key)))
    throw badAnswer(method, 'a transaction that the account signed')
  return signed
}

async function signMessage(
  needs: RequestServices,
  { method, signal }: WireRequest,
  params: Params,
): Promise<unknown> {
  const { message } = params
  const bytes =
    typeof message === 'string' && message.length < MAX_MESSAGE_BYTES * 1.4
      ? fromBase58(message)
      : undefined
  if (!bytes || bytes.length > MAX_MESSAGE_BYTES)
    throw badParams(method, `a message in base58 of at most ${MAX_MESSAGE_BYTES} bytes`)
  const account = findAccount(needs, params)
  return {
    signature: toBase58(
      await askWallet(
        method,
        () => needs.wallet.signMessage(account, bytes),
        signal,
        toWalletError,
      ),
    ),
  }
}

async function signTransaction(
  needs: RequestServices,
  request: WireRequest,
  params: Params,
): Promise<{ signature: string; transaction: string }> {
  const [signed] = await signAll(needs, request, params, [params['transaction']])
  return {
    signature: toBase58(signatureOf(signed!, findAccount(needs, params).key)!),
    transaction: toBase64(signed!),
  }
}

/** Copies only the options of the standard, so that nothing else of the page reaches the wallet. */
function readOptions({ sendOptions }: Params): SendOptions {
  if (typeof sendOptions !== 'object' || sendOptions === null) return {}
  const { skipPreflight, preflightCommitment, maxRetries, minContextSlot } = sendOptions as Params
  return {
    ...(typeof skipPreflight === 'boolean' && { skipPreflight }),
    ...(typeof preflightCommitment === 'string' && { preflightCommitment }),
    ...(typeof maxRetries === 'number' && { maxRetries }),
    ...(typeof minContextSlot === 'number' && { minContextSlot }),
  }
}

/** @throws `kernel.network_unknown` where the network has no node */
function demandNodes({ network: find }: RequestServices, { network: id }: WireRequest): Network {
  const network = find(id)
  if (network?.rpcUrls.length) return network
  throw new LatchkeyError(
    'kernel.network_unknown',
    `Network ${id} has no node to send to: give it rpcUrls.`,
    { context: { network: id } },
  )
}

async function signAndSend(
  needs: RequestServices,
  request: WireRequest,
  params: Params,
): Promise<unknown> {
  const options = readOptions(params)
  const { wallet } = needs
  if (!wallet.signAndSend) {
    const network = demandNodes(needs, request)
    const { transaction } = await signTransaction(needs, request, params)
    const own = toBase58(readTransaction(fromBase64(transaction)!)!.signatures[0]!)
    const sent = [transaction, { encoding: 'base64', ...options }]
    return { signature: await broadcast({ network, signal: request.signal }, sent, own) }
  }
  const account = findAccount(needs, params)
  const transaction = readTransactionParam(request.method, params['transaction'])
  const chain = needs.chain(request.network)
  if (!chain)
    throw new LatchkeyError(
      'wallet.chain_disconnected',
      `Network ${request.network} has no name in the Wallet Standard: the wallet could not tell where to send.`,
      { context: { network: request.network } },
    )
  return {
    signature: toBase58(
      await askWallet(
        request.method,
        () => wallet.signAndSend!(account, transaction, chain, options),
        request.signal,
        toWalletError,
      ),
    ),
  }
}

/**
 * Answers one request of the WalletConnect profile for Solana. @throws `wallet.*`, `rpc.failed`,
 * `kernel.aborted`
 */
export async function answerRequest(
  needs: RequestServices,
  request: WireRequest,
): Promise<unknown> {
  const { method, params: given } = request
  if (method === SEND_SIGNED)
    return askNodes(
      demandNodes(needs, request),
      SEND_SIGNED,
      Array.isArray(given) ? given : [],
      request.signal,
    )
  if (!needs.wallet.methods.includes(method)) throw unsupportedMethod(method)
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
        transactions.length > MAX_TRANSACTIONS
      )
        throw badParams(method, `from 1 to ${MAX_TRANSACTIONS} transactions in base64`)
      return { transactions: (await signAll(needs, request, params, transactions)).map(toBase64) }
    }
    default:
      throw unsupportedMethod(method)
  }
}
