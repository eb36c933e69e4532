import { readOnce, readQuery } from './query.js'
import type { PaymentUri, Refusal } from './types.js'

const NAMESPACE = 'eip155'
const UNREADABLE: Refusal = { problem: 'send.uriUnreadable' }
const UINT256_END = 2n ** 256n

/**
 * A number of EIP-681, also in scientific notation. `undefined`: not a whole number from 0 to 2^256
 * - 1.
 */
export function readNumber(text: string): bigint | undefined {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^\+?(\d*)(?:\.(\d+))?(?:[eE](\d{1,3}))?$/.exec(text) ?? []
  const zeros = Number(exponent) - fraction.length
  if (whole + fraction === '' || whole.length + fraction.length > 200 || zeros < 0) return undefined
  const value = BigInt(whole + fraction) * 10n ** BigInt(zeros)
  return value < UINT256_END ? value : undefined
}

/** Many links name gas; the wallet chooses it. */
const NATIVE = ['value', 'gas', 'gasLimit', 'gasPrice'] as const
const TRANSFER = ['address', 'uint256', ...NATIVE] as const

function readTransfer(
  token: string,
  query: readonly (readonly [string, string])[],
): Pick<PaymentUri, 'target' | 'token' | 'amount'> | Refusal {
  const found = readOnce(query, TRANSFER)
  // Native currency that is sent along with a token transfer would be lost in most contracts.
  if (
    !found?.address ||
    query.length !== Object.keys(found).length ||
    (found.value !== undefined && readNumber(found.value) !== 0n)
  )
    return UNREADABLE
  const base = found.uint256 === undefined ? undefined : readNumber(found.uint256)
  if (found.uint256 !== undefined && base === undefined) return UNREADABLE
  return { target: found.address, token, ...(base !== undefined && { amount: { base } }) }
}

function readNative(
  target: string,
  query: readonly (readonly [string, string])[],
): Pick<PaymentUri, 'target' | 'amount'> | Refusal {
  const found = readOnce(query, NATIVE)
  if (!found || query.length !== Object.keys(found).length) return UNREADABLE
  const base = found.value === undefined ? undefined : readNumber(found.value)
  if (found.value !== undefined && base === undefined) return UNREADABLE
  return { target, ...(base !== undefined && { amount: { base } }) }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/**
 * Reads the part of a link after `ethereum:` (EIP-681): a payment in the native currency, or an
 * ERC-20 `transfer`. Any other call is refused. The address is not checked here, and may be a name.
 */
export function readEip681(rest: string): PaymentUri | Refusal {
  const [, pay, place = '', chainId, call, parameters] =
    /^(pay-)?([^@/?#]+)(?:@([1-9]\d{0,30}))?(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(rest) ?? []
  const target = decode(place)
  const query = readQuery(parameters)
  // A dash without `pay-` before it belongs to another kind of link.
  if (!target || !query || (!pay && target.includes('-'))) return UNREADABLE
  if (call !== undefined && call !== 'transfer') return { problem: 'send.uriCall' }
  const read = call === undefined ? readNative(target, query) : readTransfer(target, query)
  return 'problem' in read
    ? read
    : {
        namespace: NAMESPACE,
        ...read,
        ...(chainId !== undefined && { network: `${NAMESPACE}:${chainId}` as const }),
      }
}
