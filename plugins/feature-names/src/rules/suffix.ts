import { DEFAULT_SUFFIX } from './suffixOf.js'

/** The suffix of older names, which are still found. */
export const LEGACY_SUFFIX = '.wcn.id'

/** Whether a name is one that the service knows by itself, and not one of ENS. */
export const isServiceName = (name: string, suffix: string = DEFAULT_SUFFIX): boolean =>
  [suffix, DEFAULT_SUFFIX, LEGACY_SUFFIX].some(
    (end) => name.length > end.length && name.toLowerCase().endsWith(end),
  )

/** The name with its suffix. */
export const toWholeName = (name: string, suffix: string): string =>
  name.endsWith(suffix) ? name : name + suffix

/** The part of a name before its suffix. */
export const labelOf = (name: string, suffix: string): string =>
  name.endsWith(suffix) ? name.slice(0, -suffix.length) : name
