import type { ApprovalsState, AssetApproval, Revocation } from '../api.js'
import { isYoung } from '../lifetime.js'
import { ownerKey, type Services } from '../services.js'
import { approvalKey } from './approvalKey.js'
import { readApprovals } from './readApprovals.js'
import { sendRevocation } from './sendRevocation.js'

export interface Approvals {
  /** Forgets everything: the account or the network is another one. */
  reset(): void
  stop(): void
  /** Reads them all anew. Does nothing within 30 s of a failure. Never rejects. */
  load(): Promise<void>
  revoke(approval: AssetApproval): Promise<void>
}

/** The state before anything is read. */
const NO_APPROVALS: ApprovalsState = {
  items: [],
  isRead: false,
  isServed: true,
  isWhole: true,
  loading: false,
  lastRetry: undefined,
  error: undefined,
  revocations: {},
}

/** The rights over the tokens of the account in use, from the site's own server, and their end. */
// eslint-disable-next-line max-lines-per-function -- one object whose methods share what is running
export function createApprovals(services: Services): Approvals {
  const { ctx, slice } = services
  let running: { work: Promise<void>; stop: AbortController } | undefined
  let key = ''
  /** Of the last right that was taken away: the next reading must know of it. */
  let settled: string | undefined

  const get = (): ApprovalsState => slice.get().approvals ?? NO_APPROVALS
  const set = (change: Partial<ApprovalsState>): void =>
    slice.set({ approvals: { ...get(), ...change } })
  const mark = (approval: AssetApproval, revocation: Revocation | undefined): void => {
    const { [approvalKey(approval)]: _, ...others } = get().revocations
    set({
      revocations: revocation ? { ...others, [approvalKey(approval)]: revocation } : others,
    })
  }
  const stop = (): void => {
    running?.stop.abort()
    running = undefined
  }
  const reset = (): void => {
    stop()
    settled = undefined
    key = ownerKey(services.owner())
    slice.set({ approvals: NO_APPROVALS })
  }
  const read = async (signal: AbortSignal): Promise<void> => {
    const owner = services.owner()
    try {
      const found = owner && (await readApprovals(services, owner, settled, signal))
      set({
        isRead: true,
        isServed: found !== undefined,
        isWhole: true,
        items: [],
        lastRetry: undefined,
        error: undefined,
        ...found,
      })
    } catch (error) {
      if (signal.aborted) return
      ctx.log.warn(error)
      set({ lastRetry: Date.now(), error })
    } finally {
      if (!signal.aborted) set({ loading: false })
    }
  }
  const load = async (): Promise<void> => {
    if (key !== ownerKey(services.owner())) reset()
    const { lastRetry } = get()
    if (running) return running.work
    if (!services.owner() || (lastRetry !== undefined && isYoung(lastRetry))) return
    const controller = new AbortController()
    set({ loading: true })
    const work = read(controller.signal).finally(() => {
      if (running?.work === work) running = undefined
    })
    running = { work, stop: controller }
    return work
  }
  return {
    reset,
    stop,
    load,
    async revoke(approval) {
      const owner = services.owner()
      const before = get().revocations[approvalKey(approval)]
      if (!owner || (before && before.status !== 'failed')) return
      const isShown = (): boolean => key === ownerKey(owner) && !ctx.signal.aborted
      mark(approval, { status: 'asked' })
      try {
        const { isSuccess, hash } = await sendRevocation(services, owner, approval, () => {
          if (isShown()) mark(approval, { status: 'pending' })
        })
        if (ctx.signal.aborted) return
        ctx.events.emit('assets:balance-changed', {
          network: owner.network.id,
          ...(hash !== undefined && { hash }),
        })
        if (!isShown()) return
        mark(approval, isSuccess ? undefined : { status: 'failed' })
        if (!isSuccess) return
        settled = hash
        const ended = approvalKey(approval)
        set({ items: get().items.filter((each) => approvalKey(each) !== ended) })
        stop()
        await load()
      } catch (error) {
        if (isShown()) mark(approval, { status: 'failed', error })
      }
    },
  }
}
