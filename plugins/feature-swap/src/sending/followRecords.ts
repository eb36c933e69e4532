import type { Network } from '@latchkey/plugin-api'
import { writeAmount } from '@latchkey/plugin-api/amounts'
import type { SwapRecord } from '../api.js'
import { pause } from '../services/timing.js'
import type { SwapServices } from '../services/swapServices.js'
import { readReceived } from './readReceived.js'
import type { End, Records } from './records.js'

/** Time between two tries to learn the status: the first, doubled up to the last. */
const FIRST_RETRY_MS = 30_000
const MAX_RETRY_MS = 60 * 60 * 1_000

const TOASTS = {
  success: { variant: 'success', k: 'swap.toastSuccess' },
  failed: { variant: 'error', k: 'swap.toastFailed' },
  replaced: { variant: 'info', k: 'swap.toastReplaced' },
  dropped: { variant: 'error', k: 'swap.toastDropped' },
} as const

/** A toast and an event belong to one tab of the site. */
async function isFirstTab(name: string): Promise<boolean> {
  const locks =
    typeof navigator === 'undefined' ? undefined : (navigator as Partial<Navigator>).locks
  if (!locks) return true
  return new Promise((resolve) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(!!lock)
        // Held for a moment: tabs learn of the end at about the same time.
        return lock ? new Promise<void>((end) => setTimeout(end, 5_000)) : undefined
      })
      .catch(() => resolve(true))
  })
}

/** Follows what was sent to its end. */
export interface Follower {
  /** Resolves with the record when its end is known. Never, where the kernel ends before that. */
  follow(record: SwapRecord): Promise<SwapRecord>
}

async function watchToEnd(
  { ctx, loadAdapter }: SwapServices,
  { id, kind }: SwapRecord,
  network: Network,
): Promise<End | undefined> {
  const { signal } = ctx
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      const { send } = await loadAdapter()
      for await (const status of send?.watch({ id, kind }, { network, signal }) ?? [])
        if (status.status !== 'pending') return status
    } catch (error) {
      ctx.log.warn(error)
    }
    await pause(Math.min(FIRST_RETRY_MS * 2 ** attempt, MAX_RETRY_MS), signal)
  }
  return undefined
}

const hashOf = (record: SwapRecord, end: End): string | undefined =>
  'by' in end
    ? end.by
    : (('transaction' in end ? end.transaction : undefined) ??
      (record.kind === 'transaction' ? record.id : record.hash))

export function createFollower(services: SwapServices, records: Records): Follower {
  const { ctx } = services
  const running = new Map<string, Promise<SwapRecord>>()
  const announce = async (record: SwapRecord, end: End): Promise<void> => {
    if (!(await isFirstTab(`latchkey-swap ${record.id}`))) return
    const { variant, k } = TOASTS[end.status]
    const { bought, received, amount, symbol, step } = record
    const got = received === undefined ? undefined : writeAmount(BigInt(received), bought.decimals)
    const isDone = end.status === 'success' && step === 'swap'
    if (step === 'swap' || end.status !== 'success')
      ctx.toasts.show({
        variant,
        message: ctx.messages.text(isDone && got === undefined ? 'swap.toastDone' : k, {
          ...{ amount, symbol, bought: bought.symbol, received: got ?? '' },
        }),
      })
    ctx.events.emit('swap:settled', { record })
  }
  const run = async (record: SwapRecord): Promise<SwapRecord> => {
    const network = ctx.networks.find(record.network)?.value
    const end = network && (await watchToEnd(services, record, network))
    if (!network || !end || ctx.signal.aborted) return new Promise(() => undefined)
    const hash = hashOf(record, end)
    const received =
      end.status === 'success' && record.step === 'swap' && hash !== undefined
        ? await readReceived(services, network, record, hash).catch(() => undefined)
        : undefined
    const ended: SwapRecord = {
      ...record,
      status: end.status,
      ...(hash !== undefined && { hash }),
      ...(received !== undefined && { received: String(received) }),
    }
    records.put(ended)
    ctx.events.emit('swap:balance-changed', {
      network: record.network,
      ...(hash !== undefined && { hash }),
    })
    void announce(ended, end)
    return ended
  }
  return {
    follow(record) {
      const known = running.get(record.id)
      if (known) return known
      const work = run(record).finally(() => running.delete(record.id))
      running.set(record.id, work)
      return work
    },
  }
}
