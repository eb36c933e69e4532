import * as v from 'valibot'
import { shownName } from '@latchkey/plugin-api/wallet'
import { ADDRESS, entriesOf, MAX_NAME, MAX_TEXT, pictureAt } from './fields.js'
import type { NameIdentity, NameProfile, NameRefusal, NameSuggestion } from './namesTypes.js'

const MAX_SUGGESTIONS = 10
const MAX_ADDRESSES = 100
/** Names are compared and sent to: one that hides something, or is not in lower case, is refused. */
const WHOLE_NAME = v.pipe(
  v.string(),
  v.maxLength(255),
  v.check(
    (name) =>
      /^[^\s.]+(?:\.[^\s.]+)+$/.test(name) &&
      name === name.toLowerCase() &&
      shownName(name, MAX_NAME) === name,
  ),
)
const MOMENT = v.fallback(v.nullable(v.pipe(v.string(), v.isoTimestamp())), null)
const COIN_TYPE = /^(?:0|[1-9]\d{0,9})$/
/** Links that an owner may set, by the name of the text. One that the server took is not lost here. */
const LINKS: Readonly<Record<string, RegExp>> = {
  url: /^https:\/\/[^\s]{1,1024}$/,
  avatar: /^(?:https:|ipfs:|data:image\/)[^\s]{1,1024}$/,
}
const isLink = (name: string): boolean => Object.hasOwn(LINKS, name)
/** Characters that end a line or turn the text around them, and halves of characters. */
const HARMFUL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/gu
/**
 * A text as its owner wrote it, because it is written back: emoji and some scripts need characters
 * without width, and spaces count.
 */
const WRITTEN = v.pipe(
  v.string(),
  v.transform((text) =>
    text.slice(0, MAX_TEXT).replace(HARMFUL, (harmful) => (/\s/.test(harmful) ? ' ' : '')),
  ),
)
const ENTRY = v.object({ address: ADDRESS, created_at: MOMENT })

/** The well-formed members of an object, by their names. */
const membersOf = <T>(
  value: unknown,
  schema: v.GenericSchema<unknown, T>,
  isName: (name: string) => boolean,
): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(v.parse(v.record(v.string(), v.unknown()), value))
      .filter(([name]) => isName(name))
      .slice(0, MAX_ADDRESSES)
      .flatMap(([name, member]) => {
        const { success, output } = v.safeParse(schema, member)
        return success ? [[name, output] as const] : []
      }),
  )

const PROFILE = v.pipe(
  v.object({
    name: WHOLE_NAME,
    zone: v.fallback(v.nullable(WHOLE_NAME), null),
    registered_at: MOMENT,
    addresses: v.unknown(),
    attributes: v.unknown(),
  }),
  v.transform(({ addresses, attributes, ...rest }) => ({
    ...rest,
    addresses: membersOf(addresses, ENTRY, (name) => COIN_TYPE.test(name)),
    attributes: Object.fromEntries(
      Object.entries(membersOf(attributes ?? {}, WRITTEN, (name) => /^[a-z]{1,30}$/.test(name)))
        .map(([name, text]) => [name, isLink(name) ? shownName(text, MAX_TEXT) : text] as const)
        .filter(([name, text]) => !isLink(name) || LINKS[name]!.test(text)),
    ),
  })),
)

/** Reads the answer of `GET /v1/profile/account/{name}`. @throws where it is another name */
export const nameOf =
  (asked: string) =>
  (answer: unknown): NameProfile => {
    const profile = v.parse(PROFILE, answer)
    // Letters beyond ASCII have a normal form, which the server finds.
    if (/^\p{ASCII}*$/u.test(asked) && profile.name !== asked)
      throw new TypeError('Expected the name that was asked for.')
    return profile
  }

/** Reads the answer of `GET /v1/profile/reverse/{address}`: names that lead to the address. */
export const namesOf =
  (address: string) =>
  (answer: unknown): NameProfile[] =>
    entriesOf({ list: answer }, 'list', PROFILE as v.GenericSchema<unknown, NameProfile>).filter(
      ({ addresses }) =>
        Object.values(addresses).some(
          (each) => each.address.toLowerCase() === address.toLowerCase(),
        ),
    )

const SUGGESTION = v.object({ name: WHOLE_NAME })
/** Reads the answer of `GET /v1/profile/suggestions/{name}`: names of the zone, with one label before it. */
export const suggestionsOf =
  (zone: string) =>
  (answer: unknown): NameSuggestion[] =>
    entriesOf(answer, 'suggestions', SUGGESTION, MAX_SUGGESTIONS).filter(
      ({ name }) =>
        name.endsWith(`.${zone}`) && /^[a-z\d-]{4,63}$/.test(name.slice(0, -zone.length - 1)),
    )

/** Reads the answer of `GET /v1/identity/{address}`. */
export const identityOf =
  (baseUrl: string) =>
  (answer: unknown): NameIdentity =>
    v.parse(v.object({ name: WHOLE_NAME, avatar: pictureAt(baseUrl) }), answer)

const DONE = v.object({ success: v.literal(true) })
/** Reads the answer to a signed text about a name. @throws where it does not say that it succeeded */
export const checkDone = (answer: unknown): void => {
  v.parse(DONE, answer)
}

const REFUSAL = v.object({
  reasons: v.pipe(v.array(v.object({ description: v.string() })), v.minLength(1)),
})
/** Reads the body of a refusal. @throws where the body has another shape */
export function refusalIn(answer: unknown): NameRefusal {
  const [reason] = v.parse(REFUSAL, answer).reasons
  const hasList = Array.isArray((answer as { suggestions?: unknown }).suggestions)
  return {
    description: shownName(reason?.description ?? '', MAX_NAME),
    suggestions: hasList ? entriesOf(answer, 'suggestions', SUGGESTION, MAX_SUGGESTIONS) : [],
  }
}
