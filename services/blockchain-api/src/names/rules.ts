// MIT, no dependencies: ENSIP-15, the normal form of names, as viem and ethers have it
import { ens_normalize } from '@adraffy/ens-normalize'
import { nameKey } from '@latchkey/plugin-api/wallet'
import { badInput } from '@latchkey/service-kit/http'
import { type Zone, type Zones } from './zone.js'

/** A name below a zone. */
export interface ZoneName {
  zone: Zone
  /** `alice` */
  label: string
  /** `alice.shop.eth` */
  name: string
}

const MIN_LABEL = 4
/** Of DNS, whose form names have in a request of ENS. */
const MAX_LABEL = 63
const MAX_NAME = 255
const LABEL = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/
/** At the third and fourth place they mark names in another writing: `xn--`. */
const MARKED = /^..--/

/** The rule that a label breaks, in words; `undefined` where it keeps to all of them. */
export const brokenRule = (label: string): string | undefined => {
  if (label.includes('.')) return 'The name must have no dot inside.'
  if (!/^[a-z\d-]*$/.test(label))
    return 'The name must have small letters a to z, digits and hyphens only.'
  if (label.length < MIN_LABEL) return `The name must have at least ${MIN_LABEL} characters.`
  if (label.length > MAX_LABEL) return `The name must have at most ${MAX_LABEL} characters.`
  if (!LABEL.test(label)) return 'The name must not begin or end with a hyphen.'
  if (MARKED.test(label)) return 'The name must not have two hyphens at the third place.'
  return undefined
}

export const isLabel = (label: string): boolean => brokenRule(label) === undefined

/** A key that two labels share where a reader may take one for the other. */
export const nameKeyOf = (label: string): string => nameKey(label)

/**
 * Reads a name in its normal form (ENSIP-15). A name that could be made normal is refused, not changed:
 * what was signed is what is stored.
 * @throws Refusal 400
 */
export function readNormal(text: string): string {
  if (isNormal(text)) return text
  throw badInput('name', 'This is not the normal form of a name (ENSIP-15). Write it as alice.eth.')
}

/** Whether a name has its normal form, and can be asked for at all. */
export function isNormal(text: string): boolean {
  try {
    return text !== '' && text.length <= MAX_NAME && ens_normalize(text) === text
  } catch {
    return false
  }
}

/** The zone that a name lies below, whether it has one label there or more. */
export const zoneOf = (zones: Zones, name: string): Zone | undefined =>
  [...zones.values()]
    .filter((zone) => name.endsWith(`.${zone.name}`))
    .sort((a, b) => b.name.length - a.name.length)[0]

/**
 * Reads a name that may be given out.
 * @throws Refusal 400
 */
export function readZoneName(zones: Zones, text: string): ZoneName {
  const name = readNormal(text)
  const zone = zoneOf(zones, name)
  if (!zone)
    throw badInput(
      'name',
      `The name must end with ${[...zones.keys()].map(suffixOf).join(' or ')}.`,
    )
  if (zones.has(name)) throw badInput('name', "This name is the site's own. Choose another one.")
  const label = name.slice(0, -suffixOf(zone.name).length)
  const rule = brokenRule(label)
  if (rule !== undefined) throw badInput('name', rule)
  return { zone, label, name }
}

const suffixOf = (zone: string): string => `.${zone}`

const ENDINGS = ['eth', 'id', 'me', 'hq', 'web', 'one', 'now', 'app', 'xyz', 'pay'] as const
const STARTINGS = ['the', 'my', 'its', 'hey'] as const
const NUMBERS = Array.from({ length: 48 }, (_, at) => String(at + 2))
const MAX_STEM = 48

/** Labels near to one that somebody typed, the typed one first: the same ones each time. */
export function labelsLike(typed: string): readonly string[] {
  const stem = typed
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z\d-]/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_STEM)
    .replace(/-+$/, '')
  if (stem === '') return []
  const labels = [
    typed.toLowerCase(),
    stem,
    ...ENDINGS.map((ending) => `${stem}-${ending}`),
    ...STARTINGS.map((starting) => `${starting}-${stem}`),
    ...NUMBERS.map((number) => `${stem}${number}`),
  ]
  return [...new Set(labels)].filter(isLabel)
}
