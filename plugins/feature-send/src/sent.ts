import { isCaip2, type Json, type Network, type SubmissionStatus } from '@latchkey/plugin-api'
import type { SentTransaction } from './api.js'
import { pause, type Ground } from './ground.js'

/** Transactions that are remembered. */
const MOST = 99
/** Pending for longer than this, ms, it is not looked for any more. */
const OLDEST = 14 * 24 * 60 * 60 * 1000
/** What is longer was not written here. */
const LONGEST = 2_048
/** How often a node that cannot be asked is tried again, and after how long, ms. */
const TRIES = 3
const RETRY = 30_000

const TEXTS = ['network', 'account', 'receiver', 'amount', 'symbol', 'id', 'kind'] as const
const STATUSES: readonly SentTransaction['status'][] = ['pending', 'success', 'failed', 'replaced', 'dropped']
const VARIANT = { success: 'success', failed: 'error', replaced: 'info', dropped: 'error' } as const
const TEXT = { success: 'send.toastSuccess', failed: 'send.toastFailed', replaced: 'send.toastReplaced', dropped: 'send.toastDropped' } as const
type Ended = Exclude<SubmissionStatus, { status: 'pending' }>

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= LONGEST
/** One entry of the storage, as plain data. `undefined`: nothing that was written here. */
function toSent(entry: Json): SentTransaction | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const fields = entry as Readonly<Record<string, unknown>>
  const texts = Object.fromEntries(TEXTS.map((key) => [key, fields[key]])) as Record<(typeof TEXTS)[number], string>
  const { at, transaction } = fields
  const status = STATUSES.find((each) => each === fields['status'])
  if (!TEXTS.every((key) => isText(fields[key])) || !isCaip2(texts.network) || !status || typeof at !== 'number' || !Number.isFinite(at)) return undefined
  return { ...texts, at, status, ...(isText(transaction) && { transaction }) }
}
const keyOf = ({ network, id }: SentTransaction): string => `${network} ${id}`

/** Where a transaction can be looked up. `transactionPath` may hold its place in braces; `/tx/` if there is none. */
export function linkTo({ blockExplorers }: Pick<Network, 'blockExplorers'>, transaction: string): string | undefined {
  const [explorer] = blockExplorers ?? []
  if (!explorer) return undefined
  const { url, transactionPath = '/tx/' } = explorer
  const encoded = encodeURIComponent(transaction)
  const path = /\{\w+\}/.test(transactionPath) ? transactionPath.replace(/\{\w+\}/, encoded) : `${transactionPath.replace(/\/?$/, '/')}${encoded}`
  const whole = `${url.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
  return whole.startsWith('https://') ? whole : undefined
}

/** Runs it here alone of all tabs of this site; in the others when this one is closed. */
const alone = async (name: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> => {
  const locks = typeof navigator === 'undefined' ? undefined : (navigator as Partial<Navigator>).locks
  await (locks ? locks.request(name, { signal }, run) : run())
}

export interface Sent {
  add(transaction: SentTransaction): SentTransaction
  dismiss(id: string): void
  /** Follows again what is pending and not followed any more. */
  resume(): void
}

/** What was sent from here: in the state and the storage of all tabs, followed to its end, which is said once. */
export function createSent({ ctx, slice, adapter }: Ground, onEnd: (transaction: SentTransaction) => void): Sent {
  const { storage } = ctx
  const following = new Set<string>()
  const stored = (): readonly SentTransaction[] => (storage.get('sent') ?? []).slice(0, MOST).flatMap((entry) => toSent(entry) ?? [])
  const named = (transaction: SentTransaction): SentTransaction => {
    const network = ctx.networks.find(transaction.network)?.value
    // Calls and transactions of a Safe are of no explorer until they became a transaction.
    const id = transaction.transaction ?? (transaction.kind === 'transaction' ? transaction.id : undefined)
    const link = network && id !== undefined ? linkTo(network, id) : undefined
    return { ...transaction, ...(link !== undefined && { link }) }
  }
  const show = (list: readonly SentTransaction[]): void => slice.set({ sent: list.map(named).sort((one, other) => other.at - one.at).slice(0, MOST) })
  const keep = (): void => {
    const list = slice.get().sent.map(({ link: _, ...rest }) => rest)
    if (list.length) storage.set('sent', list)
    else storage.remove('sent')
  }
  const change = (key: string, more: Partial<SentTransaction>): SentTransaction | undefined => {
    show(slice.get().sent.map((each) => (keyOf(each) === key ? { ...each, ...more } : each)))
    keep()
    return slice.get().sent.find((each) => keyOf(each) === key)
  }
  const end = (key: string, ended: Ended): void => {
    const transaction = 'by' in ended ? ended.by : 'transaction' in ended ? ended.transaction : undefined
    const told = change(key, { status: ended.status, ...(transaction !== undefined && { transaction }) })
    if (!told) return
    const { amount, symbol } = told
    ctx.toasts.show({ variant: VARIANT[ended.status], message: ctx.messages.text(TEXT[ended.status], { amount, symbol }) })
    ctx.events.emit('send:settled', { transaction: told })
    onEnd(told)
  }
  /** @returns whether its end was seen, or it is not to be looked for any more */
  const watch = async (key: string): Promise<boolean> => {
    const found = slice.get().sent.find((each) => keyOf(each) === key)
    const network = found && ctx.networks.find(found.network)?.value
    // Another tab may have seen its end, or the site has not this network any more.
    if (!network || found.status !== 'pending') return true
    const { send } = await adapter(network.namespace)
    if (!send) return true
    for await (const status of send.watch({ id: found.id, kind: found.kind }, { network, signal: ctx.signal })) {
      if (ctx.signal.aborted) break
      if (status.status === 'pending') continue
      end(key, status)
      break
    }
    return true
  }
  const patiently = async (key: string): Promise<void> => {
    for (let tries = 0; tries < TRIES && !ctx.signal.aborted; tries++) {
      const isDone = await watch(key).catch((error: unknown) => void ctx.log.warn(error))
      if (isDone) return
      await pause(RETRY, ctx.signal)
    }
  }
  const follow = (transaction: SentTransaction): void => {
    const key = keyOf(transaction)
    if (transaction.status !== 'pending' || following.has(key)) return
    following.add(key)
    void alone(`latchkey-send ${key}`, ctx.signal, () => patiently(key)).catch((error: unknown) => ctx.signal.aborted || ctx.log.warn(error)).finally(() => following.delete(key))
  }
  /** What another tab wrote. What ended is kept here until it is dismissed here. */
  const merge = (): void => {
    const theirs = stored()
    const keys = new Set(theirs.map(keyOf))
    const next = [...theirs, ...slice.get().sent.filter((mine) => mine.status !== 'pending' && !keys.has(keyOf(mine)))]
    show(next)
    next.forEach(follow)
  }
  const start = (): void => {
    const age = (at: number): number => Date.now() - at
    show(stored().filter(({ status, at }) => status === 'pending' && age(at) < OLDEST))
    keep()
    slice.get().sent.forEach(follow)
    // Own writes come here too: the state has them already.
    storage.subscribe('sent', () => merge())
  }
  start()
  return {
    add(transaction) {
      show([transaction, ...slice.get().sent])
      keep()
      const kept = slice.get().sent.find((each) => keyOf(each) === keyOf(transaction)) ?? transaction
      follow(kept)
      return kept
    },
    dismiss(id) {
      slice.set(({ sent }) => ({ sent: sent.filter((each) => each.id !== id) }))
      keep()
    },
    resume: () => slice.get().sent.forEach(follow),
  }
}
