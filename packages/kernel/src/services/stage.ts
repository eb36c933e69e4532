import type { Observable, StagePort } from '@latchkey/plugin-api'
import { readonly, type State } from '../state/store.js'

export interface Staged {
  readonly id: number
  readonly element: HTMLElement
  readonly anchor: Element | undefined
}

/** What lies on the stage; a UI package puts the elements there and follows the anchors. */
export function createStage(state: State): StagePort & Observable<readonly Staged[]> {
  const list = state.cell<readonly Staged[]>('stage', Object.freeze([]))
  let count = 0
  return {
    ...readonly(list),
    mount(element) {
      const id = ++count
      const set = (staged?: Staged, add = false): void => {
        const others = list.get().flatMap((item) => (item.id !== id ? item : staged ? staged : []))
        list.set(Object.freeze(add && staged ? [...others, staged] : others))
      }
      const at = (anchor: Element | undefined): Staged => Object.freeze({ id, element, anchor })
      set(at(undefined), true)
      return { show: (anchor) => set(at(anchor)), hide: () => set(at(undefined)), dispose: () => set() }
    },
  }
}
