import type { Json, Namespace } from '@latchkey/plugin-api'
import type { SendContext } from './plugin.js'

/** Receivers that are remembered of each chain family. */
const MOST = 100
/** UTF-16 units of an address: no chain's is longer. */
export const LONGEST = 200

const textsIn = (list: readonly Json[] | undefined): readonly string[] =>
  (list ?? []).filter(
    (entry): entry is string => typeof entry === 'string' && entry.length <= LONGEST,
  )
const isOf =
  (namespace: Namespace) =>
  (entry: string): boolean =>
    entry.startsWith(`${namespace}:`)

/** To whom something was sent from here, newest first. Anybody can write into storage: what is read is a hint, and checked by the adapter. */
export function receiversIn(
  { storage }: Pick<SendContext, 'storage'>,
  namespace: Namespace,
): readonly string[] {
  return textsIn(storage.get('history'))
    .filter(isOf(namespace))
    .slice(0, MOST)
    .map((entry) => entry.slice(namespace.length + 1))
}

export function remember(
  { storage }: Pick<SendContext, 'storage'>,
  namespace: Namespace,
  address: string,
): void {
  const entry = `${namespace}:${address}`
  const all = textsIn(storage.get('history')).filter((each) => each !== entry)
  const own = [entry, ...all.filter(isOf(namespace))].slice(0, MOST)
  storage.set('history', [...own, ...all.filter((each) => !isOf(namespace)(each))])
}
