import { subscribeAll, type Followed, type Source } from '@latchkey/kernel/bindings'
import type { Dispose } from '@latchkey/plugin-api'
import {
  computed,
  getCurrentInstance,
  onMounted,
  onScopeDispose,
  shallowRef,
  type ComputedRef,
} from 'vue'

/**
 * Runs `begin` in a browser and what it returns when the scope ends. Where Vue is hydrating the
 * HTML of a server, it runs after that: `vnode.el` is set during setup in that case alone.
 */
export function whileLive(begin: () => Dispose): void {
  if (typeof document === 'undefined') return
  let end: Dispose | undefined
  const run = (): void => {
    end = begin()
  }
  if (getCurrentInstance()?.vnode.el) onMounted(run)
  else run()
  onScopeDispose(() => end?.())
}

/**
 * A read-only ref that follows sources.
 * @param server what a server's HTML is made with, and the first render over it. If left out, the
 * value itself.
 */
export function observe<T>(
  sources: readonly Source[],
  get: () => T,
  server: () => T = get,
): ComputedRef<T> {
  // Counts changes. At 0 nobody has subscribed yet.
  const changes = shallowRef(0)
  whileLive(() => {
    const end = subscribeAll(sources, () => changes.value++)
    changes.value++
    return end
  })
  return computed(() => (changes.value ? get() : server()))
}

/** A read-only ref for each member of a state. */
export type Refs<T> = { readonly [Key in keyof T]-?: ComputedRef<T[Key]> }

/**
 * The members of an observable's state as refs.
 * @param server what a server's HTML is made with. It has all members.
 */
export function observeMembers<T extends object>(source: Followed<T>, server: T): Refs<T> {
  const state = observe([source], source.get, () => server)
  return Object.fromEntries(
    Object.keys(server).map((key) => [key, computed(() => state.value[key as keyof T])]),
  ) as Refs<T>
}
