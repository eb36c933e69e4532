import { badInput, isNestedDeeper } from '@latchkey/service-kit/http'
import * as v from 'valibot'

/** The owner's own words about a name, by the keys of ENS (ENSIP-5). */
export interface Attributes {
  avatar?: string | undefined
  url?: string | undefined
  description?: string | undefined
}

export const MAX_MESSAGE = 8192
const CLOCK_SECONDS = 5 * 60
const MAX_URL = 1024
const MAX_DESCRIPTION = 280
/** The message itself, and its attributes. */
const MAX_DEPTH = 2
/** A text in JSON; followed by a colon it is a key. */
const TEXTS = /"(?:[^"\\]|\\.)*"(\s*:)?/g

const TIMESTAMP = v.pipe(
  v.number('The timestamp must be a number.'),
  v.safeInteger('The timestamp must be whole seconds since 1970.'),
)
const NAME = v.pipe(v.string('The name must be text.'), v.maxLength(255, 'The name is too long.'))

const linkOf = (schemes: RegExp, words: string) =>
  v.optional(
    v.pipe(
      v.string('This must be text.'),
      v.maxLength(MAX_URL, `This must have at most ${MAX_URL} characters.`),
      v.regex(schemes, words),
      v.check((text) => URL.canParse(text), 'This must be a link.'),
    ),
  )
/** Attributes as the owner of a name sets them. */
export const ATTRIBUTES = v.strictObject(
  {
    avatar: linkOf(
      /^(?:https:\/\/|ipfs:\/\/|data:image\/)[!-~]+$/,
      'This must be an https or ipfs link.',
    ),
    url: linkOf(/^https:\/\/[!-~]+$/, 'This must be an https link.'),
    description: v.optional(
      v.pipe(
        v.string('This must be text.'),
        v.maxLength(MAX_DESCRIPTION, `This must have at most ${MAX_DESCRIPTION} characters.`),
        // PostgreSQL takes no NUL, and a line of text has no other control either.
        v.regex(/^\P{Cc}*$/u, 'This must be one line.'),
      ),
    ),
  },
  'This must be an object of avatar, url and description only.',
)

/** The text of a registration, signed by whoever gets the name. */
export const REGISTRATION = v.strictObject({
  name: NAME,
  attributes: v.strictObject({}, 'The attributes must be empty here.'),
  timestamp: TIMESTAMP,
})
/** The text of a change. With an action of its own it is never taken for a registration. */
export const CHANGE = v.strictObject({
  action: v.literal('update', 'The action must be update.'),
  name: NAME,
  attributes: ATTRIBUTES,
  timestamp: TIMESTAMP,
})
/** The text of leaving a name. */
export const LEAVING = v.strictObject({
  action: v.literal('release', 'The action must be release.'),
  name: NAME,
  timestamp: TIMESTAMP,
})

/**
 * Reads the JSON text that was signed. No key may be missing, one too many, or there twice: a reader of
 * the text and this service would understand it differently.
 * @throws Refusal 400
 */
export function readMessage<Output extends { timestamp: number }>(
  schema: v.GenericSchema<unknown, Output>,
  text: string,
  now: number,
): Output {
  const value = parse(text)
  if (isNestedDeeper(value, MAX_DEPTH))
    throw badInput('message', 'The message must have the keys of its kind and no other.')
  const keys = [...text.matchAll(TEXTS)].filter(([, colon]) => colon !== undefined)
  if (keys.length !== countKeys(value))
    throw badInput('message', 'The message has a key twice. Sign one that has each key once.')
  const result = v.safeParse(schema, value)
  if (!result.success) throw badInput('message', wordsOf(result.issues[0]))
  const seconds = Math.abs(result.output.timestamp - now / 1000)
  if (seconds > CLOCK_SECONDS)
    throw badInput('timestamp', `Your clock is ${inWords(seconds)} off. Set it and sign again.`)
  return result.output
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badInput('message', 'The message must be JSON.')
  }
}

/** Keys of objects in lists count as well. */
const countKeys = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const parts = Object.values(value)
  const own = Array.isArray(value) ? 0 : parts.length
  return parts.reduce((sum: number, part) => sum + countKeys(part), own)
}

/** Valibot's own sentences repeat what was sent. */
const wordsOf = ({ message, path }: v.BaseIssue<unknown>): string => {
  const key = path?.map((part) => String(part.key)).join('.') ?? ''
  if (!message.startsWith('Invalid')) return message
  const isKnown = /^(?:action|name|attributes|timestamp)$/.test(key)
  return isKnown
    ? `The message has no right "${key}".`
    : 'The message must have the keys of its kind and no other.'
}

const inWords = (seconds: number): string => {
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : 'hours'
}
