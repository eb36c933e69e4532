import { isCaip2, type Json, type Network } from '@latchkey/plugin-api'
import type { SentTransaction } from '../api.js'
import type { SendServices } from '../services/sendServices.js'

/** Transactions that are shown, and stored. */
const MAX_STORED = 99
/** This plugin writes no longer texts: a longer one in the storage was written by another script. */
const MAX_TEXT_LENGTH = 2_048
/**
 * How far in the future an entry may be, as a clock may have been set back since: a later one was
 * not written by this plugin.
 */
const MAX_CLOCK_CHANGE_MS = 2 * 24 * 60 * 60 * 1000

const TEXT_FIELDS = ['network', 'account', 'receiver', 'amount', 'symbol', 'id', 'kind'] as const
const STATUSES: readonly SentTransaction['status'][] = [
  'unanswered',
  'pending',
  'success',
  'failed',
  'replaced',
  'dropped',
]

/** Whether a text can be stored and will be read again. */
export const isStorableText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_LENGTH

/** One entry of the storage. `undefined`: this plugin did not write it. */
function toSentTransaction(entry: Json): SentTransaction | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const fields = entry as Readonly<Record<string, unknown>>
  const texts = Object.fromEntries(TEXT_FIELDS.map((key) => [key, fields[key]])) as Record<
    (typeof TEXT_FIELDS)[number],
    string
  >
  const { at, transaction, item } = fields
  const status = STATUSES.find((each) => each === fields['status'])
  if (
    !TEXT_FIELDS.every((key) => isStorableText(fields[key])) ||
    !isCaip2(texts.network) ||
    !status ||
    typeof at !== 'number' ||
    !Number.isInteger(at) ||
    at < 0 ||
    at > Date.now() + MAX_CLOCK_CHANGE_MS
  )
    return undefined
  return {
    ...texts,
    at,
    status,
    ...(isStorableText(transaction) && { transaction }),
    ...(isStorableText(item) && { item }),
  }
}
export const sentKey = ({ network, id }: SentTransaction): string => `${network} ${id}`

/**
 * The https address of a transaction in the network's explorer. `transactionPath` may hold a
 * placeholder in braces for the transaction; `/tx/` where the network names no path.
 */
export function explorerLinkOf(
  { blockExplorers }: Pick<Network, 'blockExplorers'>,
  transaction: string,
): string | undefined {
  const [explorer] = blockExplorers ?? []
  if (!explorer) return undefined
  const { url, transactionPath = '/tx/' } = explorer
  const encoded = encodeURIComponent(transaction)
  const path = /\{\w+\}/.test(transactionPath)
    ? transactionPath.replace(/\{\w+\}/, encoded)
    : `${transactionPath.replace(/\/?$/, '/')}${encoded}`
  const link = `${url.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
  return link.startsWith('https://') ? link : undefined
}

/** The transactions that were sent from this site: in the state, and in the storage of all tabs. */
export interface SentList {
  /** The transactions that are shown. */
  get(): readonly SentTransaction[]
  /** Shows exactly these, without storing them. */
  show(list: readonly SentTransaction[]): void
  find(key: string): SentTransaction | undefined
  /** The transactions in the storage, which other tabs write too. */
  readStored(): readonly SentTransaction[]
  /** Shows exactly these, and stores them. */
  store(list: readonly SentTransaction[]): void
}

export function createSentList({ ctx: { storage, networks }, slice }: SendServices): SentList {
  const withLink = (transaction: SentTransaction): SentTransaction => {
    const network = networks.find(transaction.network)?.value
    // Explorers know calls, and transactions of a Safe, only once they became a transaction.
    const id =
      transaction.transaction ?? (transaction.kind === 'transaction' ? transaction.id : undefined)
    const link = network && id !== undefined ? explorerLinkOf(network, id) : undefined
    return { ...transaction, ...(link !== undefined && { link }) }
  }
  const get = (): readonly SentTransaction[] => slice.get().sent
  const show = (list: readonly SentTransaction[]): void =>
    slice.set({
      sent: list
        .map(withLink)
        .sort((one, other) => other.at - one.at)
        .slice(0, MAX_STORED),
    })
  return {
    get,
    show,
    find: (key) => get().find((each) => sentKey(each) === key),
    readStored: () =>
      (storage.get('sent') ?? []).flatMap((entry) => toSentTransaction(entry) ?? []),
    store(list) {
      show(list)
      const plain = get().map(({ link: _, ...rest }) => rest)
      if (plain.length) storage.set('sent', plain)
      else storage.remove('sent')
    },
  }
}
