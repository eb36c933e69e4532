import { subscribeAll, type Source } from '@latchkey/kernel/bindings'
import { createSubscriber } from 'svelte/reactivity'

/** A value that a template, `$derived` or `$effect` follows where it reads `current`. */
export interface Current<T> {
  readonly current: T
}

/**
 * An object whose members are read from a state, with actions beside them. Whatever reads a member
 * in an effect follows the sources.
 * @param server what a server's HTML is made with, with all members. Svelte mends what differs in
 * the page when it hydrates.
 */
export function observe<T extends object, Actions extends object = object>(
  sources: readonly Source[],
  get: () => T,
  server: T,
  actions?: Actions,
): Readonly<T> & Actions {
  const follow = createSubscriber((update) => subscribeAll(sources, update))
  const member = (key: string) => ({
    get() {
      follow()
      return (typeof document === 'undefined' ? server : get())[key as keyof T]
    },
  })
  const members = Object.keys(server).map((key) => [key, member(key)])
  return Object.defineProperties(actions ?? {}, Object.fromEntries(members)) as Readonly<T> &
    Actions
}
