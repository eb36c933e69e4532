import {
  array,
  boolean,
  check,
  custom,
  is,
  number,
  optional,
  picklist,
  pipe,
  strictObject,
  string,
  type GenericSchema,
  type InferOutput,
} from 'valibot'
import { MAX_ID_LENGTH, MAX_MESSAGE_LENGTH, MAX_SIGNATURE_LENGTH } from './bounds.js'
import { isBoundedJson, type JsonValue } from './json.js'

/** Whether a value is a record: a schema of optional fields alone takes lists and dates too. */
export const isRecord = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]'

/** Text of at most and at least so many characters (UTF-16). */
export const text = (most: number, least = 0) =>
  pipe(
    string(),
    check(({ length }) => length >= least && length <= most),
  )

/** Text of this form, of at most so many characters. */
export const textLike = (form: RegExp, most = Infinity) =>
  pipe(
    string(),
    check((value) => value.length <= most && form.test(value)),
  )

/** A whole number within bounds. */
export const whole = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  pipe(
    number(),
    check((value) => Number.isSafeInteger(value) && value >= least && value <= most),
  )

/** A value that one of two schemas takes. */
const either = <A extends GenericSchema, B extends GenericSchema>(one: A, other: B) =>
  custom<InferOutput<A> | InferOutput<B>>((value) => is(one, value) || is(other, value))

/** A list of at most and at least so many items. */
export const list = <S extends GenericSchema>(items: S, most: number, least = 0) =>
  pipe(
    array(items),
    check(({ length }) => length >= least && length <= most),
  )

/** The id by which a reply finds its request. */
export const requestId = text(MAX_ID_LENGTH, 1)

/** No spaces, control characters, or signs that separate or quote in a mail's header. */
const EMAIL =
  // eslint-disable-next-line no-control-regex -- control characters are what it keeps out
  /^[^\s"(),:;<>@[\\\]\u0000-\u001f\u007f]{1,64}@[^\s"(),:;<>@[\\\]\u0000-\u001f\u007f]+\.[^\s"(),:;<>@[\\\]\u0000-\u001f\u007f.]{2,}$/u

/**
 * An address that can be the only recipient of a mail, by the rule of the service: letters of any
 * script, a domain of at least two labels, at most 254 characters.
 */
export const email = pipe(
  textLike(EMAIL, 254),
  check((value) => !/\.\.|^\.|\.@|@[.-]/.test(value)),
)

/** A text in the place of an address: the frame says where it is none. */
export const typedEmail = text(254)

/** A one-time code: six ASCII digits as a text, so that a leading zero stays. */
export const oneTimeCode = textLike(/^\d{6}$/)

/** A network: the number of eip155, the CAIP-2 id of any other namespace. */
export const chainId = either(whole(1), textLike(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))

/** The kinds of account that the frame answers. */
export const accountType = picklist(['eoa', 'smartAccount'])

/** The providers whose address the frame answers. Farcaster has events of its own. */
export const socialProvider = picklist(['google', 'github', 'apple', 'facebook', 'x', 'discord'])

/** An https address; http on this machine alone, for tests and development. */
export const webAddress = textLike(
  /^(?:https:\/\/|http:\/\/(?:(?:[a-z\d-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?=[:/?#]|$))[^\s\\]+$/i,
  4_096,
)

/** `0x` and 64 hex characters. */
export const transactionHash = textLike(/^0x[\da-f]{64}$/i)

/** `0x` and at least 62 hex characters. */
export const signedMessage = textLike(/^0x[\da-f]{62,}$/i, MAX_SIGNATURE_LENGTH + 2)

/** JSON, bounded in length and depth. */
export const json = custom<JsonValue>(isBoundedJson)

/** A handle that the page may keep: worthless without the frame's own key or cookie. */
export const handle = text(512)

const MAX_VARIABLES = 100
const variableName = text(64, 1)
const variable = either(
  text(256),
  pipe(
    number(),
    check((value) => Number.isFinite(value)),
  ),
)
/** Values of our CSS custom properties by their names. */
export const themeVariables = custom<Record<string, string | number>>((value) => {
  if (!isRecord(value)) return false
  const all = Object.entries(value)
  return (
    all.length <= MAX_VARIABLES &&
    all.every(([name, set]) => is(variableName, name) && is(variable, set))
  )
})

/** The page's app as its host names it. */
export const metadata = strictObject({
  name: text(200),
  description: optional(text(1_000)),
  url: optional(text(2_048)),
  icons: optional(list(text(4_096), 10)),
})

const address = text(128, 1)

/** The person who signed in, in the namespace of `chainId`. */
export const user = strictObject({
  email: optional(email),
  address,
  chainId,
  accounts: list(strictObject({ address, type: accountType }), 8, 1),
  userName: optional(text(200)),
  preferredAccountType: accountType,
  smartAccountDeployed: boolean(),
})

/** A failure in the frame. Only `message` is shown as it stands, where `reason` has no text. */
export const failure = strictObject({
  message: optional(text(MAX_MESSAGE_LENGTH)),
  /** JSON-RPC and EIP-1193 codes: 4001 the visitor refused, 4200 not allowed. */
  code: optional(whole(-40_000, 40_000)),
  /** Why, as a stable word: `code_wrong`, `rate_limited`. */
  reason: optional(textLike(/^[a-z][a-z_]{0,63}$/)),
  /** Seconds until a new try has a chance. */
  retryAfter: optional(whole(0, 86_400)),
})

/** A network as the messages name it. */
export type FrameChainId = InferOutput<typeof chainId>
/** The kind of an embedded account. */
export type FrameAccountType = InferOutput<typeof accountType>
/** A provider of {@link socialProvider}. */
export type FrameSocialProvider = InferOutput<typeof socialProvider>
/** The person who signed in. */
export type FrameUser = InferOutput<typeof user>
/** A failure as the frame tells it. */
export type FrameFailure = InferOutput<typeof failure>
