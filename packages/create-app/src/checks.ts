import { basename, resolve } from 'node:path'
import validateName from 'validate-npm-package-name' // the rules of npm itself
import {
  CHAINS,
  FEATURES,
  FRAMEWORKS,
  type Chain,
  type Choice,
  type Feature,
  type Framework,
} from './choices.js'
import { createError, type CreateErrorCode } from './CreateError.js'

/** Refused texts are shown, but not at any length. */
const MAX_SHOWN = 80

const quoted = (text: string): string => JSON.stringify(text.slice(0, MAX_SHOWN))

function pick<Id extends string>(
  choices: readonly Choice<Id>[],
  text: unknown,
  what: string,
  code: CreateErrorCode,
): Id {
  const found = choices.find(({ id }) => id === text)
  if (found) return found.id
  const known = choices.map(({ id }) => id).join(', ')
  throw createError(code, `${quoted(String(text))} is no ${what}: choose of ${known}.`)
}

/** @throws CreateError `create.invalid_framework` */
export const toFramework = (text: unknown): Framework =>
  pick(FRAMEWORKS, text, 'framework', 'create.invalid_framework')

/**
 * Each once, in the order of the list.
 * @throws CreateError `create.invalid_chain`, also for none
 */
export function toChains(texts: readonly unknown[]): readonly Chain[] {
  const wanted = texts.map((text) => pick(CHAINS, text, 'chain', 'create.invalid_chain'))
  if (wanted.length === 0)
    throw createError('create.invalid_chain', 'A page needs at least one chain, such as evm.')
  return CHAINS.map(({ id }) => id).filter((id) => wanted.includes(id))
}

/** Each once, in the order of the list. @throws CreateError `create.invalid_feature` */
export function toFeatures(texts: readonly unknown[]): readonly Feature[] {
  const wanted = texts.map((text) => pick(FEATURES, text, 'feature', 'create.invalid_feature'))
  return FEATURES.map(({ id }) => id).filter((id) => wanted.includes(id))
}

/** Where a page goes, and what its package is called. */
export interface Place {
  /** Absolute path. */
  readonly folder: string
  readonly name: string
}

/**
 * @param text the name of the package, or `.` for a package named after the folder
 * @param dir the folder; named after the package if left out
 * @throws CreateError `create.invalid_name` for a name that npm refuses
 */
export function toPlace(text: string, dir?: string): Place {
  const isHere = text === '.'
  const folder = resolve(dir ?? (isHere ? '.' : text.replace(/^@[^/]*\//, '')))
  const name = isHere ? basename(folder) : text
  const { validForNewPackages, errors = [], warnings = [] } = validateName(name)
  if (validForNewPackages) return { folder, name }
  const [why = 'it is refused'] = [...errors, ...warnings]
  throw createError(
    'create.invalid_name',
    `npm refuses the name ${quoted(name)}, because ${why}: choose another, such as my-shop.`,
  )
}
