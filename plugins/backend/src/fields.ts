// The fields of answers, and how lists of them are read.
import { isCaip2, type Caip2 } from '@latchkey/plugin-api'
import { shownName } from '@latchkey/plugin-api/wallet'
import * as v from 'valibot'

/** Most entries that are read of one answer. */
export const MAX_ENTRIES = 1_000
/** Balances come in one answer, which has no further page. */
export const MAX_BALANCES = 10_000
/** Most UTF-16 units of a name, of another text, of a failure's reason, and of a cursor. */
export const MAX_NAME = 300
export const MAX_TEXT = 2_000
const MAX_REASON = 200
export const MAX_CURSOR = 4_096
/** The most decimals that leave room for one whole unit in 256 bits. */
const MAX_DECIMALS = 77

export const NAME = v.pipe(
  v.string(),
  v.transform((text) => shownName(text, MAX_NAME)),
)
export const TEXT = v.pipe(
  v.string(),
  v.transform((text) => shownName(text, MAX_TEXT)),
)
/** An identifier, which is never changed: one that is too long or hides something is refused. */
export const ID = v.pipe(v.string(), v.maxLength(MAX_NAME), v.regex(/^[\x21-\x7e]+$/))
/** Histories are those of EVM chains: any other text as an address would be shown as if it were one. */
export const ADDRESS = v.pipe(v.string(), v.regex(/^0x[\da-f]{40}$/i))
/** An address with its network, CAIP-10: one without an address would be the native coin. */
export const CAIP10 = v.pipe(ID, v.regex(/^[^:]+:[^:]+:[^:]/))
export const CAIP2 = v.custom<Caip2>(isCaip2)
/** Networks; malformed ones are left out. */
export const CHAINS = v.fallback(v.pipe(v.array(v.unknown()), v.filterItems(isCaip2)), [])
export const AMOUNT = v.pipe(v.string(), v.maxLength(200), v.regex(/^\d+(?:\.\d+)?$/))
export const UNITS = v.pipe(v.string(), v.maxLength(100), v.regex(/^\d+$/))
export const COUNT = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
export const REASON = v.pipe(
  v.string(),
  v.transform((text) => shownName(text, MAX_REASON)),
)
export const DECIMALS = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_DECIMALS))
/** Money in a currency; left out where it is malformed, because the entry is true without it. */
export const MONEY = v.optional(v.fallback(v.pipe(v.number(), v.finite(), v.minValue(0)), NaN))
export const FLAGS = v.fallback(v.object({ is_spam: v.boolean() }), { is_spam: false })
export const STANDARD = v.picklist(['erc721', 'erc1155'])

/** Pictures come from the server alone: anything but a path of its own becomes empty. */
export const pictureAt = (baseUrl: string) =>
  v.fallback(
    v.pipe(
      v.string(),
      v.transform((path) =>
        /^\/v1\/[\w/.~%-]{1,2000}$/.test(path) ? baseUrl.replace(/\/+$/, '') + path : '',
      ),
    ),
    '',
  )

/** Leaves out what is not known: a member without value, and money that was malformed. */
export const known = <T extends object>(entry: T): T =>
  Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== undefined && !Number.isNaN(value)),
  ) as T

/** The well-formed entries of the list `name` of an answer. @throws TypeError where there is none */
export function entriesOf<T extends object>(
  answer: unknown,
  name: string,
  schema: v.GenericSchema<unknown, T>,
  most = MAX_ENTRIES,
): T[] {
  const list: unknown = v.parse(v.looseObject({ [name]: v.unknown() }), answer)[name]
  if (!Array.isArray(list)) throw new TypeError(`Expected a list "${name}".`)
  return list.slice(0, most).flatMap((entry: unknown) => {
    const { success, output } = v.safeParse(schema, entry)
    return success ? [known(output)] : []
  })
}
