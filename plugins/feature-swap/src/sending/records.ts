import { isCaip2, type Json, type Network, type SubmissionStatus } from '@latchkey/plugin-api'
import type { SwapRecord } from '../api.js'
import type { SwapServices } from '../services/swapServices.js'

const MAX_RECORDS = 50
/** A record that has no end for longer is no longer followed. */
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1_000
const MAX_TEXT = 2_048
const STATUSES: readonly SwapRecord['status'][] = [
  ...(['unanswered', 'pending', 'success', 'failed', 'replaced', 'dropped'] as const),
]
const STEPS: readonly SwapRecord['step'][] = ['approve', 'swap', 'revoke']

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TEXT
const optional = <Name extends string>(name: Name, value: unknown) =>
  isText(value) ? ({ [name]: value } as Record<Name, string>) : {}

/** One entry of the storage. `undefined`: this plugin did not write it. */
function toRecord(entry: Json): SwapRecord | undefined {
  const fields = (entry ?? {}) as Readonly<Record<string, unknown>>
  const { id, kind, network, account, amount, symbol, to, at, bought } = fields
  const {
    symbol: boughtSymbol,
    decimals,
    minimum,
    address,
  } = (bought ?? {}) as Readonly<Record<string, unknown>>
  const status = STATUSES.find((each) => each === fields['status'])
  const step = STEPS.find((each) => each === fields['step'])
  if (![id, kind, account, amount, symbol, to, boughtSymbol, minimum].every(isText))
    return undefined
  if (!isCaip2(network) || !status || !step || typeof decimals !== 'number') return undefined
  if (typeof at !== 'number' || !(Date.now() - at < MAX_AGE_MS)) return undefined
  const texts = { id, kind, account, amount, symbol, to } as Record<
    'id' | 'kind' | 'account' | 'amount' | 'symbol' | 'to',
    string
  >
  return {
    ...{ ...texts, network, status, step, at },
    bought: {
      ...{ symbol: boughtSymbol as string, decimals, minimum: minimum as string },
      ...optional('address', address),
    },
    ...optional('token', fields['token']),
    ...optional('spender', fields['spender']),
    ...optional('hash', fields['hash']),
    ...optional('received', fields['received']),
  }
}

/** The https address of a transaction in the network's explorer. */
export function linkOf(network: Network | undefined, hash: string | undefined): string | undefined {
  const [explorer] = network?.blockExplorers ?? []
  if (!explorer || hash === undefined) return undefined
  const { url, transactionPath = '/tx/' } = explorer
  const path = /\{\w+\}/.test(transactionPath)
    ? transactionPath.replace(/\{\w+\}/, hash)
    : `${transactionPath.replace(/\/?$/, '/')}${hash}`
  const link = `${url.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
  return link.startsWith('https://') ? link : undefined
}

export type End = Exclude<SubmissionStatus, { status: 'pending' }>

/** The requests to wallets: in the state, and in the storage of all tabs. */
export interface Records {
  find(id: string): SwapRecord | undefined
  /** @param previous the request that the wallet has now answered: this takes its place */
  put(record: SwapRecord, previous?: string): void
  remove(id: string): void
  /** Those whose end is not known, after a reload. */
  resume(): readonly SwapRecord[]
}

export const isOpen = ({ status }: SwapRecord): boolean =>
  status === 'pending' || status === 'unanswered'

export function createRecords({ ctx, slice }: SwapServices): Records {
  const { storage, networks } = ctx
  const stored = (): readonly SwapRecord[] =>
    (storage.get('sent') ?? []).flatMap((entry) => toRecord(entry) ?? [])
  const show = (list: readonly SwapRecord[]): void => {
    const sent = [...list]
      .sort((one, other) => other.at - one.at)
      .slice(0, MAX_RECORDS)
      .map((record) => {
        const link = linkOf(networks.find(record.network)?.value, record.hash)
        return { ...record, ...(link !== undefined && { link }) }
      })
    slice.set({ sent })
  }
  /** Other tabs may have written since: theirs are kept, beside those that are shown here alone. */
  const change = (edit: (list: readonly SwapRecord[]) => readonly SwapRecord[]): void => {
    const shown = slice.get().sent
    const ids = new Set(shown.map(({ id }) => id))
    show(edit([...shown, ...stored().filter(({ id }) => !ids.has(id))]))
    const kept = slice.get().sent.map(({ link: _, ...record }) => record)
    if (kept.length) storage.set('sent', kept as unknown as Json[])
    else storage.remove('sent')
  }
  return {
    find: (id) => slice.get().sent.find((each) => each.id === id),
    put: (record, previous) =>
      change((list) => [record, ...list.filter(({ id }) => id !== record.id && id !== previous)]),
    remove: (id) => change((list) => list.filter((each) => each.id !== id)),
    resume() {
      show(stored().filter(isOpen))
      return slice.get().sent.filter(({ status }) => status === 'pending')
    },
  }
}
