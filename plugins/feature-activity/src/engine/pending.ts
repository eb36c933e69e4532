import { createToken, type Dispose, type Slice } from '@latchkey/plugin-api'
import type { ActivityState, PendingSource, PendingTransaction } from '../api.js'
import type { Context } from '../setup.js'
import { isSameAddress } from '../entries/story.js'
import type { Subject } from './subject.js'

/**
 * Keeps `state.pending`: what the plugins behind the point `activity.pending` sent with the account
 * and the network in use. `onSettled` is called when the chain has decided about one of them.
 */
export function followPending(
  ctx: Context,
  slice: Slice<ActivityState>,
  active: () => Subject | undefined,
  onSettled: () => void,
): void {
  const sources = ctx.points.open(createToken<PendingSource>('activity.pending'))
  let watched: Dispose[] = []
  const read = (): void => {
    const subject = active()
    const pending = sources
      .get()
      .flatMap(({ owner, value }) =>
        value.pending
          .get()
          .map((one): PendingTransaction => ({ ...one, id: `${owner} ${one.id}` })),
      )
      .filter(
        ({ account, network }) =>
          subject && network === subject.chainId && isSameAddress(account, subject.account),
      )
      .sort((one, other) => other.at - one.at)
    const before = new Map(slice.get().pending.map(({ id, status }) => [id, status]))
    slice.set({ pending })
    if (pending.some(({ id, status }) => before.get(id) === 'pending' && status !== 'pending'))
      onSettled()
  }
  const watch = (): void => {
    for (const end of watched) end()
    watched = sources.get().map(({ value }) => value.pending.subscribe(read))
    read()
  }
  ctx.onDispose(sources.subscribe(watch))
  ctx.onDispose(ctx.accounts.subscribe(read))
  ctx.onDispose(ctx.activeNetwork.subscribe(read))
  ctx.onDispose(() => {
    for (const end of watched) end()
  })
  watch()
}
