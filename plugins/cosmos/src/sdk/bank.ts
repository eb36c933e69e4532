import { sha256 } from '@noble/hashes/sha2'
import {
  isLatchkeyError,
  LatchkeyError,
  type Amount,
  type ConnectedAccount,
  type Network,
  type PluginContext,
  type Transfer,
} from '@latchkey/plugin-api'
import { askNodes } from '@latchkey/plugin-api/nodes'
import { readSafely } from '@latchkey/plugin-api/wallet'
import type { AminoSignDoc } from '../api.js'
import { fromHex, toHex } from '../chain/bytes.js'
import type { CosmosNetwork } from '../chain/chains.js'
import { readAccounts, readAminoAnswer, readDirectAnswer, toWireDirect } from '../chain/wire.js'
import { fromBase64, toBase64 } from '../chain/bytes.js'
import { feeOf, gasLimitOf } from './fee.js'
import { accountOn, nodeOf, simulate } from './node.js'
import {
  authInfo,
  bankSend,
  fromAmino,
  isSameMessage,
  toAmino,
  toTx,
  type Draft,
} from './transaction.js'

/** ABCI code of a transaction that the node already has, from an earlier try. */
const ALREADY_IN_MEMPOOL = 19

/** The context and the chain of a transfer. */
export interface TransferServices {
  ctx: PluginContext
  chain: CosmosNetwork
}

const badBalance = (cause?: unknown): LatchkeyError =>
  new LatchkeyError('rpc.failed', 'The node answered with something else than a balance.', {
    context: { method: '/cosmos.bank.v1beta1.Query/Balance' },
    cause,
  })

export async function balance(
  { nativeCurrency: { denom } }: CosmosNetwork,
  address: string,
  network: Network,
  signal?: AbortSignal,
): Promise<Amount> {
  const { decimals, symbol } = network.nativeCurrency
  const coin = await nodeOf(network, signal)
    .bank.balance(address, denom)
    .catch((error: unknown) => {
      // The decoder throws errors of any kind for bytes that are not a coin.
      throw isLatchkeyError(error) ? error : badBalance(error)
    })
  if (!/^\d{1,78}$/.test(coin.amount)) throw badBalance()
  return { value: BigInt(coin.amount), decimals, symbol }
}

const requestOf =
  ({ ctx }: TransferServices, { account, network, signal }: Transfer) =>
  (method: string, params: unknown): Promise<unknown> =>
    ctx.connections.request({
      connectionId: account.connectionId,
      network: network.id,
      method,
      params,
      ...(signal && { signal }),
    })

/** The public key of the account in use. @throws `wallet.bad_answer` where the wallet does not show it */
async function publicKeyOf(ground: TransferServices, transfer: Transfer): Promise<Uint8Array> {
  const { account } = transfer
  if (account.publicKey) return fromHex(account.publicKey)
  const found = readAccounts(await requestOf(ground, transfer)('cosmos_getAccounts', {})).find(
    ({ address }) => address === account.address,
  )
  if (!found)
    throw new LatchkeyError(
      'wallet.bad_answer',
      `The wallet does not show the public key of ${account.address}: connect it again.`,
      { context: { method: 'cosmos_getAccounts' } },
    )
  return fromBase64(found.pubkey)
}

/** Whether the wallet signs directly; a Ledger does not. */
const signsDirect = (
  { ctx }: TransferServices,
  { connectionId, namespace }: ConnectedAccount,
): boolean => {
  const methods =
    ctx.connections.get().connections.find(({ id }) => id === connectionId)?.scopes[namespace]
      ?.methods ?? 'any'
  return methods === 'any' || methods.includes('cosmos_signDirect')
}

/** The transfer with the gas and fee that the chain would accept now. */
async function draft(ground: TransferServices, transfer: Transfer): Promise<Draft> {
  const { chain } = ground
  const { account, to, value, token, network, signal } = transfer
  const publicKey = await publicKeyOf(ground, transfer)
  const node = nodeOf(network, signal)
  const { number, sequence } = await accountOn(node, account.address)
  const made: Draft = {
    message: bankSend(account.address, to, value, token ?? chain.nativeCurrency.denom),
    chainId: network.reference,
    accountNumber: number,
    sequence,
    publicKey,
    ...(chain.publicKeyType && { publicKeyType: chain.publicKeyType }),
    fee: { amount: [], gas: 0n },
    isDirect: signsDirect(ground, account),
  }
  const gas = gasLimitOf(
    await simulate(node, toTx(made.message.body, authInfo(made), new Uint8Array())),
  )
  return {
    ...made,
    fee: {
      gas,
      amount: [{ denom: chain.nativeCurrency.denom, amount: String(feeOf(gas, chain.gasPrice)) }],
    },
  }
}

export const estimate = async (
  ground: TransferServices,
  transfer: Transfer,
): Promise<{ fee: bigint }> => ({
  fee: BigInt((await draft(ground, transfer)).fee.amount[0]!.amount),
})

const demandSame = (isSame: boolean, method: string): void => {
  if (!isSame)
    throw new LatchkeyError(
      'wallet.bad_answer',
      'The wallet signed another transfer than it was asked for: nothing was sent.',
      { context: { method } },
    )
}

/** Has the transfer signed. The wallet may change fee and memo, so its own document is sent. */
async function sign(
  ground: TransferServices,
  transfer: Transfer,
  made: Draft,
): Promise<Uint8Array> {
  const ask = requestOf(ground, transfer)
  const signerAddress = transfer.account.address
  if (!made.isDirect) {
    const signDoc: AminoSignDoc = toAmino(made)
    const { signed, signature } = readAminoAnswer(
      await ask('cosmos_signAmino', { signerAddress, signDoc }),
    )
    demandSame(JSON.stringify(signed.msgs) === JSON.stringify(signDoc.msgs), 'cosmos_signAmino')
    const { body, auth } = fromAmino(made, signed)
    return toTx(body, auth, fromBase64(signature.signature))
  }
  const signDoc = toWireDirect({
    chainId: made.chainId,
    accountNumber: made.accountNumber,
    bodyBytes: made.message.body,
    authInfoBytes: authInfo(made),
  })
  const { signed, signature } = readDirectAnswer(
    await ask('cosmos_signDirect', { signerAddress, signDoc }),
  )
  demandSame(isSameMessage(signed.bodyBytes, made.message.body), 'cosmos_signDirect')
  return toTx(signed.bodyBytes, signed.authInfoBytes, fromBase64(signature.signature))
}

/** Whether a node answered that it already has the transaction. */
const hasAlready = (error: unknown): boolean =>
  isLatchkeyError(error, 'rpc.failed') &&
  /already (exists )?in (the )?(cache|mempool)/i.test(error.message)
/** Whether a node rejected the call, so that it cannot have the transaction. */
const isShut = (error: unknown): boolean =>
  isLatchkeyError(error, 'http.status') && error.context.status >= 400 && error.context.status < 500

/**
 * Hands a transaction to one node. @returns whether the node said that it has it; a node that did
 * not say so may have it too
 */
async function handTo(node: Network, tx: Uint8Array, signal?: AbortSignal): Promise<boolean> {
  const answer = await askNodes(node, 'broadcast_tx_sync', { tx: toBase64(tx) }, signal)
  const plain = readSafely(() => {
    const {
      code = 0,
      log,
      hash,
      codespace,
    } = answer as { code?: number; log?: string; hash: string; codespace?: string }
    return { code, log: String(log), codespace: String(codespace), hash: hash.toUpperCase() }
  })
  if (!plain) return false
  const { code, codespace, log } = plain
  if (code && !(code === ALREADY_IN_MEMPOOL && codespace === 'sdk'))
    throw new LatchkeyError(
      'cosmos.transaction_refused',
      `${node.id} refused the transaction: ${log}`,
      { context: { network: node.id, code, codespace }, details: log },
    )
  return true
}

/**
 * Hands a signed transaction to the network's nodes, one after the other, until one has it. A
 * transaction that a node may have without an answer counts as sent, whatever the next node says:
 * sending it again could pay twice, and watching it tells whether it was taken.
 * @returns its hash
 * @throws `cosmos.transaction_refused`, `rpc.failed`, `http.status`, `http.unreachable`,
 * `kernel.aborted`
 */
export async function broadcast(
  network: Network,
  tx: Uint8Array,
  signal?: AbortSignal,
): Promise<string> {
  const hash = toHex(sha256(tx)).toUpperCase()
  let isMaybeSent = false
  let last: unknown = new LatchkeyError(
    'http.unreachable',
    `${network.id} has no node to send to: give it rpcUrls.`,
    { context: { url: network.id } },
  )
  for (const url of network.rpcUrls) {
    try {
      if (await handTo({ ...network, rpcUrls: [url] }, tx, signal)) return hash
      isMaybeSent = true
    } catch (error) {
      if (isLatchkeyError(error, 'kernel.aborted')) throw error
      last = error
      if (hasAlready(error)) return hash
      if (isLatchkeyError(error, 'http.unreachable') || isLatchkeyError(error, 'http.status'))
        isMaybeSent ||= !isShut(error)
      else break
    }
  }
  if (isMaybeSent) return hash
  throw last
}

export async function submit(ground: TransferServices, transfer: Transfer): Promise<string> {
  return broadcast(
    transfer.network,
    await sign(ground, transfer, await draft(ground, transfer)),
    transfer.signal,
  )
}
