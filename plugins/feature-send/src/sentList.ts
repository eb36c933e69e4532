import { isCaip2, type Json, type Network } from '@latchkey/plugin-api'
import type { SentTransaction } from './api.js'
import type { Ground } from './ground.js'

/** Transactions that are shown; as many are stored. */
const MOST = 99
/** What is longer was not written here. */
const LONGEST = 2_048
/** Clocks that were set back, ms: what is of a later time was not written here. */
const AHEAD = 2 * 24 * 60 * 60 * 1000

const TEXTS = ['network', 'account', 'receiver', 'amount', 'symbol', 'id', 'kind'] as const
const STATUSES: readonly SentTransaction['status'][] = [
  'unanswered',
  'pending',
  'success',
  'failed',
  'replaced',
  'dropped',
]

/** Whether it can be kept. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST
/** One entry of the storage, as plain data. `undefined`: nothing that was written here. */
function toSent(entry: Json): SentTransaction | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const fields = entry as Readonly<Record<string, unknown>>
  const texts = Object.fromEntries(TEXTS.map((key) => [key, fields[key]])) as Record<
    (typeof TEXTS)[number],
    string
  >
  const { at, transaction } = fields
  const status = STATUSES.find((each) => each === fields['status'])
  if (
    !TEXTS.every((key) => isText(fields[key])) ||
    !isCaip2(texts.network) ||
    !status ||
    typeof at !== 'number' ||
    !Number.isInteger(at) ||
    at < 0 ||
    at > Date.now() + AHEAD
  )
    return undefined
  return { ...texts, at, status, ...(isText(transaction) && { transaction }) }
}
export const keyOf = ({ network, id }: SentTransaction): string => `${network} ${id}`

/** Where a transaction can be looked up. `transactionPath` may hold its place in braces; `/tx/` if there is none. */
export function linkTo(
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
  const whole = `${url.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
  return whole.startsWith('https://') ? whole : undefined
}

/** What was sent from here, in the state and in the storage of all tabs. */
export function createSentList({ ctx: { storage, networks }, slice }: Ground) {
  const named = (transaction: SentTransaction): SentTransaction => {
    const network = networks.find(transaction.network)?.value
    // Calls and transactions of a Safe are of no explorer until they became a transaction.
    const id =
      transaction.transaction ?? (transaction.kind === 'transaction' ? transaction.id : undefined)
    const link = network && id !== undefined ? linkTo(network, id) : undefined
    return { ...transaction, ...(link !== undefined && { link }) }
  }
  const get = (): readonly SentTransaction[] => slice.get().sent
  /** Shows these, and nothing more. */
  const show = (list: readonly SentTransaction[]): void =>
    slice.set({
      sent: list
        .map(named)
        .sort((one, other) => other.at - one.at)
        .slice(0, MOST),
    })
  return {
    get,
    show,
    find: (key: string): SentTransaction | undefined => get().find((each) => keyOf(each) === key),
    stored: (): readonly SentTransaction[] =>
      (storage.get('sent') ?? []).flatMap((entry) => toSent(entry) ?? []),
    /** Shows these and writes them down. */
    put(list: readonly SentTransaction[]): void {
      show(list)
      const plain = get().map(({ link: _, ...rest }) => rest)
      if (plain.length) storage.set('sent', plain)
      else storage.remove('sent')
    },
  }
}
