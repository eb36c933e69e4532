import type { Observable, StagePort } from '@latchkey/plugin-api'
import { readonly, type State } from '../state/store.js'

interface Staged {
  readonly id: number
  readonly element: HTMLElement
  readonly anchor: Element | undefined
}

/** What lies on the stage; a UI package puts the elements there and follows the anchors. */
export function createStage(state: State): StagePort & Observable<readonly Staged[]> {
  const list = state.list<Staged>()
  let count = 0
  return {
    ...readonly(list),
    mount(element) {
      let now: Staged = { id: ++count, element, anchor: undefined }
      list.push(now)
      // Never leaves the list while it is shown or hidden: a frame that leaves the page is loaded anew.
      const lay = (anchor?: Element): void => {
        const next = { ...now, anchor }
        list.swap(now, next)
        now = next
      }
      return { show: lay, hide: () => lay(), dispose: () => list.swap(now) }
    },
  }
}
