// Checks of entries that are read back from the browser's storage.
import type { NameAddress, NameIdentity } from '@latchkey/backend'
import type { ResolvedName } from '../api.js'

/** A resolved name without its address on the network in use, which may change. */
export type KeptName = Omit<ResolvedName, 'address'>

const MAX_TEXT = 2_000
type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_TEXT
export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value)

const isNameAddress = (value: unknown): value is NameAddress =>
  isFields(value) &&
  isAddress(value['address']) &&
  (value['created_at'] === null || isText(value['created_at']))

export const isKeptName = (value: unknown): value is KeptName =>
  isFields(value) &&
  isText(value['name']) &&
  isText(value['source']) &&
  isFields(value['addresses']) &&
  Object.values(value['addresses']).every(isNameAddress) &&
  isFields(value['attributes']) &&
  Object.values(value['attributes']).every(isText)

export const isNameList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= 1_000 && value.every(isText)

export const isIdentity = (value: unknown): value is NameIdentity =>
  isFields(value) && isText(value['name']) && isText(value['avatar'])
