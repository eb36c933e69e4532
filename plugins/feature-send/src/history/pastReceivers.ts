import type { Json, Namespace } from '@latchkey/plugin-api'
import type { SendContext } from '../options.js'

/** Receivers that are stored of each chain family. */
const MAX_STORED = 100
/** UTF-16 units of an address: no chain has longer ones. */
export const MAX_ADDRESS_LENGTH = 200

const textsIn = (list: readonly Json[] | undefined): readonly string[] =>
  (list ?? []).filter(
    (entry): entry is string => typeof entry === 'string' && entry.length <= MAX_ADDRESS_LENGTH,
  )
const isOf =
  (namespace: Namespace) =>
  (entry: string): boolean =>
    entry.startsWith(`${namespace}:`)

/**
 * Receivers of earlier payments from this site, newest first. Every script of the page can write
 * into the storage: these texts are a hint, and the adapter checks each.
 */
export function readPastReceivers(
  { storage }: Pick<SendContext, 'storage'>,
  namespace: Namespace,
): readonly string[] {
  return textsIn(storage.get('history'))
    .filter(isOf(namespace))
    .slice(0, MAX_STORED)
    .map((entry) => entry.slice(namespace.length + 1))
}

/** Puts a receiver first. The oldest of the same chain family is dropped where there are too many. */
export function rememberReceiver(
  { storage }: Pick<SendContext, 'storage'>,
  namespace: Namespace,
  address: string,
): void {
  const entry = `${namespace}:${address}`
  const all = textsIn(storage.get('history')).filter((each) => each !== entry)
  const own = [entry, ...all.filter(isOf(namespace))].slice(0, MAX_STORED)
  storage.set('history', [...own, ...all.filter((each) => !isOf(namespace)(each))])
}
