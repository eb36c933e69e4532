import type { ConnectedAccount, Description, Network } from '@latchkey/plugin-api'
import { hasHidden, MOST_TEXT, signInOf, textOf, type Row } from '@latchkey/plugin-api/describe'
import { fromBase58 } from '../base58.js'
import { fromBase64 } from '../bytes.js'
import { SEND_SIGNED, SIGN_ALL, SIGN_AND_SEND, SIGN_MESSAGE, SIGN_TRANSACTION } from '../methods.js'
import { readMessage } from './message.js'
import { describeTransaction } from './transaction.js'

/** Transactions of one request that are shown. */
const MOST_TRANSACTIONS = 20
/** How a node sends: nothing of what is sent. */
const SEND_OPTIONS = [
  'skipPreflight',
  'preflightCommitment',
  'maxRetries',
  'minContextSlot',
  'commitment',
]
/** The longest message that an off-chain signature knows, in base58. */
const LONGEST_MESSAGE = 90_000

interface Asked {
  network: Network
  method: string
  params: unknown
  account?: ConnectedAccount
  /** Address of the account that the wallet takes where a request names none. */
  unnamed?: string | undefined
  /** Of the page. */
  host?: string | undefined
}
type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
const has = (fields: Fields, ...names: readonly string[]): boolean =>
  Object.keys(fields).every((name) => names.includes(name))
/** Whose signature is asked for: the wallet takes the account that is named. */
const signerOf = ({ account, unnamed }: Asked, { pubkey }: Fields): string | undefined =>
  typeof pubkey === 'string' ? pubkey : (unnamed ?? account?.address)
function otherAccount(asked: Asked, fields: Fields): Row[] {
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

function describeMessage(asked: Asked, fields: Fields): Description | undefined {
  const { message } = fields
  if (typeof message !== 'string') return undefined
  const bytes = message.length <= LONGEST_MESSAGE ? fromBase58(message) : undefined
  const text = bytes && textOf(bytes)
  const isTransaction = !!bytes && !!readMessage(bytes)
  const accounts = otherAccount(asked, fields)
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
      has(fields, 'message', 'pubkey'),
  }
}

/** Undefined where none of them can be read. */
function describeAll(
  asked: Asked,
  fields: Fields,
  list: readonly unknown[],
): Description | undefined {
  const told = list.slice(0, MOST_TRANSACTIONS).map((each) => {
    const bytes = fromBase64(each)
    return bytes && describeTransaction(bytes, signerOf(asked, fields), asked.network)
  })
  const [first] = told
  const accounts = otherAccount(asked, fields)
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
    list.length > MOST_TRANSACTIONS
      ? [
          {
            label: 'solana.signTransaction',
            value: `${MOST_TRANSACTIONS + 1}–${list.length} / ${list.length}`,
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
 * Puts a request into words. `undefined`: it cannot be read, show it raw. `complete` only where every instruction is known to its last byte and no account stands in a lookup table.
 */
export function describe(asked: Asked): Description | undefined {
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
          has(fieldsOf(options) ?? {}, 'encoding', ...SEND_OPTIONS),
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
        has(
          fields,
          list.length === 1 && method !== SIGN_ALL ? 'transaction' : 'transactions',
          'pubkey',
          'sendOptions',
        ) &&
        has(fieldsOf(fields['sendOptions']) ?? {}, ...SEND_OPTIONS),
    }
  )
}
