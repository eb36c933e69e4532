import type { ConnectedAccount, Description, Network } from '@latchkey/plugin-api'
import { hasHidden, MOST_TEXT, signInOf, textOf, type Row } from '@latchkey/plugin-api/describe'
import { fromBase58 } from '../chain/base58.js'
import { fromBase64 } from '../chain/bytes.js'
import {
  SEND_SIGNED,
  SIGN_ALL,
  SIGN_AND_SEND,
  SIGN_MESSAGE,
  SIGN_TRANSACTION,
} from '../chain/methods.js'
import { readMessage } from './message.js'
import { describeTransaction } from './transaction.js'

/** Transactions of one request that are shown. */
const MAX_TRANSACTIONS = 20
/** Options of a node's sending. They change nothing about the transaction. */
const SEND_OPTIONS = [
  'skipPreflight',
  'preflightCommitment',
  'maxRetries',
  'minContextSlot',
  'commitment',
]
/** The longest off-chain message, in base58. */
const MAX_MESSAGE_LENGTH = 90_000

interface PreviewRequest {
  network: Network
  method: string
  params: unknown
  account?: ConnectedAccount
  /** The account that the wallet uses where a request does not name one. */
  unnamed?: string | undefined
  /** The page's host. */
  host?: string | undefined
}
type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
const hasOnly = (fields: Fields, ...names: readonly string[]): boolean =>
  Object.keys(fields).every((name) => names.includes(name))
/** The account whose signature is asked for: the wallet uses the account that is named. */
const signerOf = ({ account, unnamed }: PreviewRequest, { pubkey }: Fields): string | undefined =>
  typeof pubkey === 'string' ? pubkey : (unnamed ?? account?.address)
function otherAccountRows(asked: PreviewRequest, fields: Fields): Row[] {
  const [signer, { account }] = [signerOf(asked, fields), asked]
  return signer !== undefined && signer !== account?.address
    ? [
        {
          label: 'solana.account',
          value: signer.slice(0, MOST_TEXT),
          ...(account && { warning: 'solana.otherAccount' }),
        },
      ]
    : []
}

function describeMessage(asked: PreviewRequest, fields: Fields): Description | undefined {
  const { message } = fields
  if (typeof message !== 'string') return undefined
  const bytes = message.length <= MAX_MESSAGE_LENGTH ? fromBase58(message) : undefined
  const text = bytes && textOf(bytes)
  const isTransaction = !!bytes && !!readMessage(bytes)
  const accounts = otherAccountRows(asked, fields)
  if (text === undefined || isTransaction)
    return {
      title: 'solana.signMessage',
      rows: [
        {
          label: 'solana.message',
          value: message.slice(0, MOST_TEXT),
          raw: true,
          warning: isTransaction ? 'solana.isTransaction' : 'solana.unreadable',
        },
        ...accounts,
      ],
      complete: false,
    }
  const { domain, foreignUri } = signInOf(text) ?? {}
  const isElsewhere = domain !== undefined && asked.host !== undefined && domain !== asked.host
  const row: Row = {
    label: 'solana.message',
    value: text.slice(0, MOST_TEXT),
    ...(hasHidden(text) && { warning: 'solana.hiddenCharacters' }),
  }
  return {
    title: domain === undefined ? 'solana.signMessage' : 'solana.signIn',
    rows: [
      ...(domain === undefined
        ? []
        : [
            {
              label: 'solana.domain',
              value: domain,
              ...(isElsewhere && { warning: 'solana.otherDomain' }),
            },
          ]),
      ...(foreignUri === undefined
        ? []
        : [
            {
              label: 'solana.signInUri',
              value: foreignUri.slice(0, MOST_TEXT),
              warning: 'solana.otherUri',
            },
          ]),
      row,
      ...accounts,
    ],
    complete:
      !hasHidden(text) &&
      foreignUri === undefined &&
      text.length <= MOST_TEXT &&
      hasOnly(fields, 'message', 'pubkey'),
  }
}

/** `undefined` where none of them can be read. */
function describeAll(
  asked: PreviewRequest,
  fields: Fields,
  list: readonly unknown[],
): Description | undefined {
  const told = list.slice(0, MAX_TRANSACTIONS).map((each) => {
    const bytes = fromBase64(each)
    return bytes && describeTransaction(bytes, signerOf(asked, fields), asked.network)
  })
  const [first] = told
  const accounts = otherAccountRows(asked, fields)
  if (list.length === 1) return first && { ...first, rows: [...first.rows, ...accounts] }
  if (!told.some(Boolean)) return undefined
  const rows = told.flatMap((each, index): readonly Row[] => [
    {
      label: each?.title ?? 'solana.unreadable',
      value: `${index + 1} / ${list.length}`,
      ...(!each && { warning: 'solana.unreadable' }),
    },
    ...(each?.rows ?? []),
  ])
  const hidden: Row[] =
    list.length > MAX_TRANSACTIONS
      ? [
          {
            label: 'solana.signTransaction',
            value: `${MAX_TRANSACTIONS + 1}–${list.length} / ${list.length}`,
            warning: 'solana.notShown',
          },
        ]
      : []
  return {
    title: 'solana.signTransactions',
    rows: [...rows, ...hidden, ...accounts],
    complete: told.length === list.length && told.every((each) => each?.complete),
  }
}

/**
 * Previews a request in words. `undefined`: it cannot be read, so that the raw request is shown.
 * It is `complete` only where every instruction is known to its last byte and no account stands in
 * a lookup table.
 */
export function describe(asked: PreviewRequest): Description | undefined {
  const { method, params } = asked
  if (method === SEND_SIGNED) {
    const [transaction, options, ...more] = Array.isArray(params)
      ? (params as readonly unknown[])
      : []
    const told =
      fieldsOf(options)?.['encoding'] === 'base64'
        ? describeAll({ ...asked, unnamed: undefined }, {}, [transaction])
        : undefined
    return (
      told && {
        ...told,
        complete:
          told.complete &&
          !more.length &&
          hasOnly(fieldsOf(options) ?? {}, 'encoding', ...SEND_OPTIONS),
      }
    )
  }
  const fields = fieldsOf(params)
  if (!fields) return undefined
  if (method === SIGN_MESSAGE) return describeMessage(asked, fields)
  const { transaction, transactions } = fields
  const list: readonly unknown[] | undefined =
    method === SIGN_ALL && Array.isArray(transactions)
      ? transactions
      : method === SIGN_TRANSACTION || method === SIGN_AND_SEND
        ? [transaction]
        : undefined
  const told = list && describeAll(asked, fields, list)
  return (
    told && {
      ...told,
      complete:
        told.complete &&
        hasOnly(
          fields,
          list.length === 1 && method !== SIGN_ALL ? 'transaction' : 'transactions',
          'pubkey',
          'sendOptions',
        ) &&
        hasOnly(fieldsOf(fields['sendOptions']) ?? {}, ...SEND_OPTIONS),
    }
  )
}
