import type { Observable, StagePort } from '@latchkey/plugin-api'
import { readonly, type State } from '../state/store.js'

interface Staged {
  readonly id: number
  readonly element: HTMLElement
  readonly anchor: Element | undefined
}

/** Elements of plugins that a UI package places over an anchor in the modal. */
export function createStage(state: State): StagePort & Observable<readonly Staged[]> {
  const list = state.list<Staged>()
  let count = 0
  return {
    ...readonly(list),
    mount(element) {
      let now: Staged = { id: ++count, element, anchor: undefined }
      list.push(now)
      // A hidden element stays in the list, because a frame that leaves the page would be reloaded.
      const place = (anchor?: Element): void => {
        const next = { ...now, anchor }
        list.swap(now, next)
        now = next
      }
      return { show: place, hide: () => place(), dispose: () => list.swap(now) }
    },
  }
}
