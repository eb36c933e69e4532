import type { ErrorCode } from '@latchkey/plugin-api'

/** A value that a wallet throws, and the code of the error that a connector must make of it. */
export interface Refusal {
  /** The thrown value in words. */
  readonly what: string
  /** The code that the site must get. */
  readonly code: ErrorCode
  /** Makes a new value: a test may change or freeze the last one. */
  thrown(): unknown
}

type Row = readonly [what: string, make: () => unknown]

/** How wallets and their libraries say that a person declined. */
const NO: readonly Row[] = [
  ['4001', () => ({ code: 4001, message: 'User rejected the request.' })],
  ['4001 as text', () => ({ code: '4001', message: 'no' })],
  ['4001000 of @wallet-standard/errors', () => ({ code: 4001000, message: 'no' })],
  ['ACTION_REJECTED', () => Object.assign(new Error('no'), { code: 'ACTION_REJECTED' })],
  [
    'the name UserRejectedRequestError',
    () => Object.assign(new Error('no'), { name: 'UserRejectedRequestError' }),
  ],
  ...[
    'User rejected the request.',
    'User rejected',
    'User canceled the request',
    'Rejected by the user.',
    'Request rejected',
    'MetaMask Tx Signature: User denied transaction signature.',
  ].map((words): Row => [`an error that says ${JSON.stringify(words)}`, () => new Error(words)]),
]

/** Codes of EIP-1193 and of JSON-RPC that mean the same on every chain. */
const CODES: readonly (readonly [code: number, message: string, meaning: ErrorCode])[] = [
  [4100, 'Not authorised.', 'wallet.unauthorized'],
  [4200, 'Unsupported method.', 'wallet.unsupported_method'],
  [4900, 'Disconnected.', 'wallet.disconnected'],
  [4901, 'Chain disconnected.', 'wallet.chain_disconnected'],
  [-32002, 'Already processing.', 'wallet.request_pending'],
  [-32601, 'Method not found.', 'wallet.unsupported_method'],
]

/** The places in which wallets and their libraries wrap the original error. */
const DEPTHS: readonly (readonly [where: string, wrap: (inner: unknown) => unknown])[] = [
  ['by itself', (inner) => inner],
  ['as a cause', (cause) => new Error('failed', { cause })],
  ['as the cause of a cause', (cause) => ({ cause: new Error('failed', { cause }) })],
  ['in -32603 data', (data) => ({ code: -32603, message: 'Internal JSON-RPC error.', data })],
  [
    'in -32603 data.originalError',
    (originalError) => ({
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: { originalError },
    }),
  ],
  ['in error', (error) => ({ error })],
  ['in info.error', (error) => Object.assign(new Error('failed'), { info: { error } })],
  [
    'twelve deep',
    (inner) => Array.from({ length: 12 }).reduce((cause: unknown) => ({ cause }), inner),
  ],
]

/** Without `{ error }`: that is the envelope of WBIP wallets, in which -32002 is "access denied". */
const CODE_DEPTHS = DEPTHS.filter(([where]) => where !== 'in error')

/** Errors that no person caused, though some of their words are those of a refusal. */
const NOBODY_SAID_NO: readonly Row[] = [
  ...[
    'transaction rejected by node: nonce too low',
    'Request denied: too many requests',
    'execution reverted: User denied',
    'user operation rejected because account or paymaster simulated validation failed',
    'connection refused',
    'access denied',
  ].map((words): Row => [`an error that says ${JSON.stringify(words)}`, () => new Error(words)]),
  ['the code of a revert', () => ({ code: 3, message: 'User rejected the request.' })],
  ['a code that says what it is', () => ({ code: -32005, message: 'Request rejected' })],
]

const atEveryDepth = (
  [what, make]: Row,
  code: ErrorCode,
  depths: typeof DEPTHS = DEPTHS,
): readonly Refusal[] =>
  depths.map(([where, wrap]) => ({
    what: `${what}, ${where}`,
    code,
    thrown: () => wrap(make()),
  }))

/**
 * The drift table: what wallets throw, and the meaning that it has on every chain. Every connector
 * and every connection must read it so.
 */
export const refusals: {
  /** A person's "no" in every spelling and at every depth that wallets are known for. */
  readonly declined: readonly Refusal[]
  /** Other codes of wallets, as numbers and as texts, at every depth. */
  readonly coded: readonly Refusal[]
  /**
   * Errors that sound like a "no" although nobody declined: any code but `wallet.user_rejected`.
   */
  readonly notDeclined: readonly Omit<Refusal, 'code'>[]
} = {
  declined: [
    ...NO.flatMap((row) => atEveryDepth(row, 'wallet.user_rejected')),
    { what: 'a bare text', code: 'wallet.user_rejected', thrown: () => 'User rejected' },
  ],
  coded: CODES.flatMap(([number, message, meaning]) => [
    ...atEveryDepth([String(number), () => ({ code: number, message })], meaning, CODE_DEPTHS),
    ...atEveryDepth(
      [`${number} as text`, () => ({ code: String(number), message })],
      meaning,
      CODE_DEPTHS,
    ),
  ]),
  notDeclined: NOBODY_SAID_NO.map(([what, thrown]) => ({ what, thrown })),
}
