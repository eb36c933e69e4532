import { isLatchkeyError, LatchkeyError, type ErrorContexts } from '@latchkey/plugin-api'

declare module '@latchkey/plugin-api' {
  interface ErrorContexts {
    /**
     * An option of the sign-in server is missing or has a wrong value. Thrown when the server is
     * made. @remarks Compare `option` with the table of options; the message says what was
     * expected.
     */
    'siwx.invalid_option': { option: string }
    /**
     * `revokeAll` was given a text that is not an address of a chain family that can sign in: nothing
     * was revoked. @remarks Pass the address alone, in any spelling of the account, without chain.
     */
    'siwx.bad_address': object
    /**
     * A request to the sign-in server is not in the form that it expects. HTTP 400. @remarks Send
     * JSON with the fields of the table of routes.
     */
    'siwx.bad_request': object
    /**
     * The page that asked is not among the trusted origins of the sign-in server, or a browser's
     * `Origin` is missing. HTTP 403. @remarks Add the page's origin to `trustedOrigins`. A program
     * other than a browser sends `Origin` itself, or uses tokens instead of cookies.
     */
    'siwx.untrusted_origin': object
    /**
     * The sign-in server has no such route. HTTP 404. @remarks Check the base URL of the client and
     * `basePath` of the server.
     */
    'siwx.no_route': object
    /**
     * The route of the sign-in server wants another HTTP method. HTTP 405. @remarks Send what the
     * header `Allow` of the answer says.
     */
    'siwx.wrong_method': object
    /**
     * A request to the sign-in server is larger than 64 kB. HTTP 413. @remarks No sign-in needs
     * that much: check the request's body.
     */
    'siwx.too_large': object
    /**
     * A request to the sign-in server is not JSON. HTTP 415. @remarks Send `content-type:
     * application/json`.
     */
    'siwx.not_json': object
    /**
     * The sign-in server could not answer: its store or a node failed, or the server has a fault.
     * HTTP 500. @remarks The cause went to `onError` of the server alone.
     */
    'siwx.server_failed': object
  }
}

/** The only texts that answers hold: strangers read them, so they tell nothing of the inside. */
const TEXTS = {
  'errors.siwx.invalid_option': 'The sign-in server is not set up.',
  'errors.siwx.bad_address': 'This is no address. Nothing was revoked.',
  'errors.siwx.bad_request': 'The request is not in the expected form.',
  'errors.siwx.untrusted_origin': 'This page may not sign in here.',
  'errors.siwx.no_route': 'There is nothing here.',
  'errors.siwx.wrong_method': 'This cannot be done here.',
  'errors.siwx.too_large': 'The request is too large.',
  'errors.siwx.not_json': 'The request is not JSON.',
  'errors.siwx.server_failed': 'Sign-in does not work at the moment.',
} as const

const STATUS = {
  'siwx.bad_request': 400,
  'siwx.bad_message': 400,
  'siwx.untrusted_origin': 403,
  'siwx.no_route': 404,
  'siwx.wrong_method': 405,
  'siwx.too_large': 413,
  'siwx.not_json': 415,
} as const

type Refusal = Exclude<keyof typeof STATUS, 'siwx.bad_message'>

const textOf = (code: string): string =>
  TEXTS[`errors.${code}` as keyof typeof TEXTS] ?? 'The sign-in was refused.'

/** The error of a request that is refused: its code, and a message without internals. */
export const refusal = (code: Refusal): LatchkeyError =>
  new LatchkeyError<keyof ErrorContexts>(code, textOf(code))

/** @throws `siwx.invalid_option` unless it holds */
export function demandOption(holds: unknown, option: string, expected: string): asserts holds {
  if (!holds)
    throw new LatchkeyError(
      'siwx.invalid_option',
      `createSiwxServer: ${option} must be ${expected}.`,
      { context: { option } },
    )
}

/** Faults of this server, not of the request: no client is told of them. */
const SERVER_FAULTS: readonly string[] = [
  'siwx.invalid_option',
  'siwx.node_failed',
  'siwx.library_missing',
]

/**
 * The answer for a thrown value. Every error that is not about the request itself becomes
 * `siwx.server_failed`.
 */
export function toAnswer(error: unknown): { status: number; code: string; message: string } {
  const isPublic =
    isLatchkeyError(error) && error.code.startsWith('siwx.') && !SERVER_FAULTS.includes(error.code)
  const code = isPublic ? error.code : 'siwx.server_failed'
  const status = code === 'siwx.server_failed' ? 500 : (STATUS[code as keyof typeof STATUS] ?? 401)
  return { status, code, message: textOf(code) }
}
