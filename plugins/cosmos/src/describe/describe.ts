import type { ConnectedAccount, Description, Network } from '@latchkey/plugin-api'
import {
  hasHidden,
  MOST_TEXT,
  signInOf,
  textOf,
  toUnits,
  type Row,
} from '@latchkey/plugin-api/describe'
import { readSafely } from '@latchkey/plugin-api/wallet'
import { parse } from '../chain/address.js'
import { messageOf } from '../chain/adr36.js'
import type { AminoSignDoc } from '../api.js'
import { toHex } from '../chain/bytes.js'
import type { CosmosNetwork } from '../chain/chains.js'
import { fromWireDirect, readAmino } from '../chain/wire.js'
import { isCoin, type Coin } from './coin.js'
import {
  readAminoTransaction,
  readDirect,
  type Message,
  type Party,
  type Transaction,
} from './transaction.js'

/** Messages of a transaction that are shown, and parties of a message. */
const MAX_SHOWN = 20

interface DescribeRequest {
  network: Network
  method: string
  params: unknown
  account?: ConnectedAccount
  chain: CosmosNetwork | undefined
  /** Host of the page. */
  host?: string | undefined
}
interface Words {
  title: string
  rows: readonly Row[]
  complete: boolean
}

const row = (label: string, value: string, warning?: string | false): Row => ({
  label: `cosmos.${label}`,
  value: value.slice(0, MOST_TEXT),
  ...(warning && { warning: `cosmos.${warning}` }),
})
const money = (
  { denom, amount }: Coin,
  { nativeCurrency }: Pick<CosmosNetwork, 'nativeCurrency'>,
): string =>
  denom === nativeCurrency.denom
    ? `${toUnits(BigInt(amount), nativeCurrency.decimals)} ${nativeCurrency.symbol}`
    : `${amount} ${denom}`
const isAddress = (text: string, prefix: string): boolean => !!readSafely(() => parse(text, prefix))

const totalOf = (parties: readonly Party[]): string => {
  const sums = new Map<string, bigint>()
  for (const { denom, amount } of parties.flatMap(({ coins }) => coins))
    sums.set(denom, (sums.get(denom) ?? 0n) + BigInt(amount))
  return [...sums]
    .map(([denom, sum]) => `${sum} ${denom}`)
    .sort()
    .join()
}
const isSameTotal = (one: readonly Party[], other: readonly Party[]): boolean =>
  totalOf(one) === totalOf(other)

/** Describes a message that is not known in full: what is known of it, and the raw message. */
function unknownWords(
  { type, data, grant }: Extract<Message, { kind: 'unknown' }>,
  chain: CosmosNetwork,
): Words {
  const parts =
    grant?.parts.map(({ label, value, warning }) =>
      row(
        label,
        typeof value === 'string'
          ? value
          : isCoin(value)
            ? money(value, chain)
            : `${value.amount} ${value.denom}`,
        warning,
      ),
    ) ?? []
  return {
    title: `cosmos.${grant?.title ?? 'unknownMessage'}`,
    rows: [...parts, row('type', type), { ...row('data', data), raw: true }],
    complete: false,
  }
}

/** @param signer the account that signs: that it pays is not said again */
function messageWords(message: Message, signer: string, chain: CosmosNetwork): Words {
  if (message.kind === 'unknown') return unknownWords(message, chain)
  const { kind, from, to } = message
  // The signer's own payment is not shown where it equals what the others receive.
  const isPlain = from.length === 1 && (kind === 'send' || isSameTotal(from, to))
  const given = from.flatMap(({ address, coins }) => [
    ...(address === signer ? [] : [row('from', address, 'otherAccount')]),
    ...(isPlain ? [] : coins.map((coin) => row('given', money(coin, chain)))),
  ])
  const isHere = to.every(({ address }) => isAddress(address, chain.bech32Prefix))
  const taken = to.flatMap(({ address, coins }) => [
    row('to', address, !isAddress(address, chain.bech32Prefix) && 'noAddress'),
    ...coins.map((coin) => row('amount', money(coin, chain))),
  ])
  const rows = [...given, ...taken]
  return {
    title: 'cosmos.send',
    rows: rows.slice(0, MAX_SHOWN * 4),
    complete: isHere && rows.length <= MAX_SHOWN * 4,
  }
}

function describeTransaction(
  transaction: Transaction,
  signer: string,
  chain: CosmosNetwork,
): Words {
  const { chainId, fee, memo, messages, timeout, isWhole } = transaction
  const words = messages.slice(0, MAX_SHOWN).map((message) => messageWords(message, signer, chain))
  const [first] = words
  const isElsewhere = chainId !== chain.chainId
  const isReadable =
    !hasHidden(memo) &&
    memo.length <= MOST_TEXT &&
    [fee.payer, fee.granter].every((text) => !text || isAddress(text, chain.bech32Prefix)) &&
    /^\d+$/.test(fee.gas) &&
    /^\d+$/.test(timeout)
  const coins = fee.coins.every(isCoin)
    ? fee.coins.map((coin) => row('fee', money(coin, chain)))
    : undefined
  return {
    title: words.length === 1 && first ? first.title : 'cosmos.signTransaction',
    rows: [
      ...words.flatMap((each, index) =>
        messages.length === 1
          ? each.rows
          : [{ label: each.title, value: `${index + 1} / ${messages.length}` }, ...each.rows],
      ),
      ...(messages.length > MAX_SHOWN
        ? [
            row(
              'signTransaction',
              `${MAX_SHOWN + 1}–${messages.length} / ${messages.length}`,
              'notShown',
            ),
          ]
        : []),
      ...(
        coins ??
        fee.coins.map(({ amount, denom }): Row => ({
          ...row('fee', `${amount} ${denom}`),
          raw: true,
        }))
      ).slice(0, MAX_SHOWN),
      row('gas', fee.gas),
      ...(fee.payer && fee.payer !== signer ? [row('feePayer', fee.payer)] : []),
      ...(fee.granter ? [row('feeGranter', fee.granter)] : []),
      ...(memo ? [row('memo', memo, hasHidden(memo) && 'hiddenCharacters')] : []),
      ...(timeout === '0' ? [] : [row('timeout', timeout)]),
      ...(isElsewhere ? [row('chain', chainId, 'otherNetwork')] : []),
    ],
    complete:
      isWhole &&
      !isElsewhere &&
      isReadable &&
      !!coins &&
      coins.length <= MAX_SHOWN &&
      messages.length > 0 &&
      messages.length <= MAX_SHOWN &&
      words.every(({ complete }) => complete),
  }
}

/** Describes a message that is not a transaction (ADR-36). */
function describeMessage(
  doc: AminoSignDoc,
  message: string | Uint8Array,
  signer: string,
  host: string | undefined,
): Words {
  const text = typeof message === 'string' ? message : textOf(message)
  if (text === undefined)
    return {
      title: 'cosmos.signMessage',
      rows: [{ ...row('message', toHex(message as Uint8Array), 'unreadable'), raw: true }],
      complete: false,
    }
  const { domain, foreignUri } = signInOf(text) ?? {}
  const [first] = doc.msgs
  const value = first!.value
  return {
    title: domain === undefined ? 'cosmos.signMessage' : 'cosmos.signIn',
    rows: [
      ...(domain === undefined
        ? []
        : [row('domain', domain, host !== undefined && domain !== host && 'otherDomain')]),
      ...(foreignUri === undefined ? [] : [row('signInUri', foreignUri, 'otherUri')]),
      row('message', text, hasHidden(text) && 'hiddenCharacters'),
    ],
    complete:
      !hasHidden(text) &&
      foreignUri === undefined &&
      text.length <= MOST_TEXT &&
      value['signer'] === signer &&
      [value, doc.fee, first!].every((part) => Object.keys(part).length === 2),
  }
}

function wordsFor(
  { method, host, network, chain }: DescribeRequest,
  signer: string,
  signDoc: unknown,
): Words | undefined {
  const here = chain ?? {
    chainId: network.reference,
    bech32Prefix: '',
    nativeCurrency: { ...network.nativeCurrency, denom: '' },
    name: network.name,
    gasPrice: '0',
    rpcUrls: [],
  }
  if (method === 'cosmos_signDirect') {
    const doc = fromWireDirect(signDoc)
    const transaction = doc && readDirect(doc)
    return transaction && describeTransaction(transaction, signer, here)
  }
  const doc = readAmino(signDoc)
  if (method !== 'cosmos_signAmino' || !doc) return undefined
  const message = readSafely(() => messageOf(doc))
  if (message !== undefined) return describeMessage(doc, message, signer, host)
  const transaction = readAminoTransaction(doc)
  return transaction && describeTransaction(transaction, signer, here)
}

const DIRECT = ['chainId', 'accountNumber', 'authInfoBytes', 'bodyBytes']

/**
 * Describes a signing request in rows. `undefined` where it cannot be read and must be shown raw.
 * `complete` only where every field of the document is known, to its last byte.
 */
export function describe(request: DescribeRequest): Description | undefined {
  const { account, method } = request
  const [given, ...more] = (Array.isArray(request.params) ? request.params : [request.params]) as [
    { signerAddress?: unknown; signDoc?: unknown } | null | undefined,
    ...unknown[],
  ]
  const { signerAddress: signer, signDoc, ...rest } = given ?? {}
  if (typeof signer !== 'string' || typeof signDoc !== 'object' || signDoc === null)
    return undefined
  const words = readSafely(() => wordsFor(request, signer, signDoc))
  if (!words) return undefined
  const isOther = account !== undefined && signer !== account.address
  const isWhole =
    !more.length &&
    !Object.keys(rest).length &&
    (method !== 'cosmos_signDirect' || Object.keys(signDoc).every((name) => DIRECT.includes(name)))
  return {
    ...words,
    rows: [
      ...words.rows,
      ...(account && !isOther ? [] : [row('signer', signer, isOther && 'otherAccount')]),
    ],
    complete: words.complete && isWhole,
  }
}
