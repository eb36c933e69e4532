import type { PluginContext } from '@latchkey/plugin-api'

const VIEW = 'preview.request'

/**
 * Shows and hides the preview's view in the modal. `hide` returns to the view under it, or closes the
 * modal. `onLeave` is called when the visitor leaves the view by going back or closing the modal.
 */
export function createScreen(
  { modal, router, accounts, onDispose }: PluginContext,
  onLeave: () => void,
): { show(): void; hide(): void } {
  /** The key of the view's entry in the router, while a request is shown. */
  let entry: number | undefined
  const isShown = (): boolean => modal.get().open && router.get().some(({ key }) => key === entry)
  /** Leaves the view if it is on top: back to the view under it, or closes the modal. */
  const leave = (): void => {
    if (!modal.get().open || router.get().at(-1)?.view !== VIEW) return
    router.back()
    // If a guard keeps the modal open, another view takes its place.
    if (modal.get().open && router.get().at(-1)?.view === VIEW)
      router.replace(accounts.active() ? 'Account' : 'Connect')
  }
  /** Follows what the visitor or another plugin did to the modal. */
  const follow = (): void => {
    // No request is shown: if a view that was closed uncovers this one, this one closes too.
    if (entry === undefined) return leave()
    if (isShown()) return
    entry = undefined
    onLeave()
  }
  let isBusy = false
  /** Runs a change without reacting to the events that it causes. */
  const quietly = (act: () => void): void => {
    isBusy = true
    act()
    isBusy = false
  }
  const onNavigation = (): void => {
    if (!isBusy) quietly(follow)
  }
  onDispose(router.subscribe(onNavigation))
  onDispose(modal.subscribe(onNavigation))
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
