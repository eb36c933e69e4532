import type { PluginContext } from '@latchkey/plugin-api'

const VIEW = 'preview.request'

/** The modal's view: shown where it is not, and put away to where the visitor was. `onLeave`: they left it by themselves. */
export function createScreen(
  { modal, router, accounts, onDispose }: PluginContext,
  onLeave: () => void,
): { show(): void; hide(): void } {
  let entry: number | undefined
  const isShown = (): boolean => modal.get().open && router.get().some(({ key }) => key === entry)
  /** Away, where it is on top: what was under it, or no modal at all. */
  const leave = (): void => {
    if (!modal.get().open || router.get().at(-1)?.view !== VIEW) return
    router.back()
    // A guard that keeps the modal open keeps it for another view.
    if (modal.get().open && router.get().at(-1)?.view === VIEW)
      router.replace(accounts.active() ? 'Account' : 'Connect')
  }
  const follow = (): void => {
    // What came above it and went again uncovers it with nothing to show.
    if (entry === undefined) return leave()
    if (isShown()) return
    entry = undefined
    onLeave()
  }
  let isBusy = false
  /** What this makes the modal tell is no news. */
  const quietly = (act: () => void): void => {
    isBusy = true
    act()
    isBusy = false
  }
  const told = (): void => {
    if (!isBusy) quietly(follow)
  }
  onDispose(router.subscribe(told))
  onDispose(modal.subscribe(told))
  return {
    show() {
      if (entry !== undefined) return
      quietly(() => (modal.get().open ? router.push(VIEW) : modal.open(VIEW)))
      entry = router.get().at(-1)?.key
    },
    hide() {
      entry = undefined
      quietly(leave)
    },
  }
}
