import type { Json } from '@latchkey/plugin-api'
import type { EventData } from './api.js'

/** A word of the code or of a standard, as an id of a view, CAIP-2 or the name of an RPC method. */
const WORD = /^[\w.:-]{1,64}$/

/** Whether a part of untrusted data can be sent: a word, a number or a boolean. */
const isSendable = (value: unknown): value is Json =>
  typeof value === 'string' ? WORD.test(value) : value === !!value || Number.isFinite(value)

/** Reads what is told of an event, by the paths of its data. All else is left out. */
export function readData(paths: readonly string[], data: unknown): EventData {
  const told: Record<string, Json> = {}
  for (const path of paths) {
    let value = data
    let name = ''
    for (name of path.split('.'))
      value = (value as Readonly<Record<string, unknown>> | null)?.[name]
    if (isSendable(value)) told[name] = value
  }
  return told
}
