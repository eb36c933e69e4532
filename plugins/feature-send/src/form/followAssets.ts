import type { Dispose } from '@latchkey/plugin-api'
import type { SendServices } from '../services/sendServices.js'

/**
 * Calls back when the plugin `assets`, where it is installed, has read the tokens anew while a view of
 * sending is shown. That plugin keeps them up to date until then.
 */
export function followAssets({ ctx }: SendServices, onRead: () => void): void {
  const peer = ctx.peer('assets')
  if (!peer) return
  let end: Dispose | undefined
  let lastRead = peer.state.get().at
  const follow = (): void => {
    const isShown = ctx.modal.get().open && !!ctx.router.get().at(-1)?.view.startsWith('send.')
    if (!isShown) end?.()
    end = isShown ? (end ?? peer.watch()) : undefined
  }
  const compare = (): void => {
    const { at, loading } = peer.state.get()
    if (loading || at === lastRead) return
    lastRead = at
    if (end && at !== undefined) onRead()
  }
  follow()
  ctx.onDispose(ctx.modal.subscribe(follow))
  ctx.onDispose(ctx.router.subscribe(follow))
  ctx.onDispose(peer.state.subscribe(compare))
  ctx.onDispose(() => end?.())
}
