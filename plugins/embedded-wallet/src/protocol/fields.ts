import {
  array,
  boolean,
  check,
  custom,
  finite,
  integer,
  maxEntries,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  optional,
  picklist,
  pipe,
  record,
  regex,
  safeInteger,
  strictObject,
  string,
  union,
  type InferOutput,
} from 'valibot'
import { MAX_ID_LENGTH, MAX_MESSAGE_LENGTH, MAX_SIGNATURE_LENGTH } from './bounds.js'
import { isBoundedJson, type JsonValue } from './json.js'

const text = (most: number, least = 0) => pipe(string(), minLength(least), maxLength(most))

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
  string(),
  maxLength(254),
  regex(EMAIL),
  check((text) => !/\.\.|^\.|\.@|@[.-]/.test(text)),
)

/** A text in the place of an address: the frame says where it is none. */
export const typedEmail = pipe(string(), maxLength(254))

/** A one-time code: six ASCII digits as a text, so that a leading zero stays. */
export const oneTimeCode = pipe(string(), regex(/^\d{6}$/))

/** A network: the number of eip155, the CAIP-2 id of any other namespace. */
export const chainId = union([
  pipe(number(), safeInteger(), minValue(1)),
  pipe(string(), regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)),
])

/** The kinds of account that the frame answers. */
export const accountType = picklist(['eoa', 'smartAccount'])

/** The providers whose address the frame answers. Farcaster has events of its own. */
export const socialProvider = picklist(['google', 'github', 'apple', 'facebook', 'x', 'discord'])

/** An https address; http on this machine alone, for tests and development. */
export const webAddress = pipe(
  string(),
  maxLength(4_096),
  regex(
    /^(?:https:\/\/|http:\/\/(?:(?:[a-z\d-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?=[:/?#]|$))[^\s\\]+$/i,
  ),
)

/** `0x` and 64 hex characters. */
export const transactionHash = pipe(string(), regex(/^0x[\da-f]{64}$/i))

/** `0x` and at least 62 hex characters. */
export const signedMessage = pipe(
  string(),
  maxLength(MAX_SIGNATURE_LENGTH + 2),
  regex(/^0x[\da-f]{62,}$/i),
)

/** JSON, bounded in length and depth. */
export const json = custom<JsonValue>(isBoundedJson)

/** A handle that the page may keep: worthless without the frame's own key or cookie. */
export const handle = text(512)

/** Values of our CSS custom properties by their names. */
export const themeVariables = pipe(
  record(text(64, 1), union([text(256), pipe(number(), finite())])),
  maxEntries(100),
)

/** The page's app as its host names it. */
export const metadata = strictObject({
  name: text(200),
  description: optional(text(1_000)),
  url: optional(text(2_048)),
  icons: optional(pipe(array(text(4_096)), maxLength(10))),
})

const address = text(128, 1)

/** The person who signed in, in the namespace of `chainId`. */
export const user = strictObject({
  email: optional(email),
  address,
  chainId,
  accounts: pipe(array(strictObject({ address, type: accountType })), minLength(1), maxLength(8)),
  userName: optional(text(200)),
  preferredAccountType: accountType,
  smartAccountDeployed: boolean(),
})

/** A failure in the frame. Only `message` is shown as it stands, where `reason` has no text. */
export const failure = strictObject({
  message: optional(text(MAX_MESSAGE_LENGTH)),
  /** JSON-RPC and EIP-1193 codes: 4001 the visitor refused, 4200 not allowed. */
  code: optional(pipe(number(), integer(), minValue(-40_000), maxValue(40_000))),
  /** Why, as a stable word: `code_wrong`, `rate_limited`. */
  reason: optional(pipe(string(), regex(/^[a-z][a-z_]{0,63}$/))),
  /** Seconds until a new try has a chance. */
  retryAfter: optional(pipe(number(), integer(), minValue(0), maxValue(86_400))),
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
