import { isLatchkeyError } from '@latchkey/plugin-api'
import { codeOf, messageOf, readSafely } from '@latchkey/plugin-api/wallet'

/** An error as users of the library know it: numeric code, and the wallet's own message and data. */
export type LibraryError = Error & { code?: number; data?: unknown }

/**
 * Numeric codes by ours, where no wallet gave one: those of WalletConnect (5000 and more), EIP-1193
 * and EIP-3326.
 */
const NUMERIC_CODES: Readonly<Record<string, number>> = {
  'wallet.user_rejected': 5000,
  'kernel.modal_closed': 5000,
  'wallet.unauthorized': 4100,
  'rpc.no_connection': 4100,
  'rpc.method_not_allowed': 4200,
  'wallet.unsupported_method': 4200,
  'wallet.switch_unsupported': 4200,
  'kernel.network_switch_disabled': 4200,
  'wallet.disconnected': 4900,
  'kernel.disposed': 4900,
  'wallet.chain_disconnected': 4901,
  'wallet.unknown_chain': 4902,
  'kernel.network_unknown': 4902,
  'kernel.timed_out': 8000,
}
/** Texts of the library, where ours would tell its users nothing. */
const TEXTS: Readonly<Record<string, string>> = {
  'wallet.user_rejected': 'User rejected.',
  'walletconnect.pairing_expired': 'Proposal expired',
}

/**
 * Makes the error that users of the library expect. The wallet's own code, message and data are kept;
 * our error is the cause. Other errors are returned as they are.
 */
export function toLibraryError(error: unknown): unknown {
  if (!isLatchkeyError(error)) return error
  const { cause } = error
  const wired = cause === undefined || isLatchkeyError(cause) ? undefined : codeOf(cause)
  const code = wired ?? NUMERIC_CODES[error.code]
  const data =
    wired === undefined ? undefined : readSafely(() => (cause as { data?: unknown }).data)
  const text = wired === undefined ? TEXTS[error.code] : messageOf(cause)
  return Object.assign(new Error(text ?? error.message, { cause: error }), {
    ...(code !== undefined && { code }),
    ...(data !== undefined && { data }),
  }) satisfies LibraryError
}
