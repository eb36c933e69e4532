import type { Row } from '@latchkey/plugin-api/describe'
import { isAddress, isNobody, rowsOf, toText, unknownRows } from './rows.js'

const KNOWN = ['address', 'chainId', 'nonce', 'yParity', 'v', 'r', 's']
const numberOf = (value: unknown): bigint | undefined =>
  (typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)) ||
  (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)
    ? BigInt(value)
    : undefined

function chainRow(chainId: unknown, reference: string): Row[] {
  const chain = numberOf(chainId)
  if (chain !== undefined && String(chain) === reference) return []
  // 0 is every network (EIP-7702).
  return [
    {
      label: 'evm.domain.chainId',
      value: chain === undefined ? toText(chainId) : String(chain),
      warning: chain === 0n ? 'evm.everyNetwork' : 'evm.otherNetwork',
    },
  ]
}

/**
 * Describes authorizations (EIP-7702). Each gives an account the code of a contract, which controls
 * the account from then on. The zero address removes the code again.
 */
export function authorizationRows(list: unknown, reference: string): Row[] {
  if (!Array.isArray(list) || !list.length)
    return [
      {
        label: 'evm.accountCode',
        value: toText(list),
        raw: true,
        warning: Array.isArray(list) ? 'evm.emptyList' : 'evm.handsOver',
      },
    ]
  return list.flatMap((each: unknown): Row[] => {
    const entry = rowsOf(each)
    const address = entry?.['address']
    if (!entry || !isAddress(address))
      return [
        { label: 'evm.accountCode', value: toText(each), raw: true, warning: 'evm.handsOver' },
      ]
    const nonce = numberOf(entry['nonce'])
    return [
      {
        label: 'evm.accountCode',
        value: address,
        ...(!isNobody(address) && { warning: 'evm.handsOver' }),
      },
      ...chainRow(entry['chainId'], reference),
      ...(nonce === undefined ? [] : [{ label: 'evm.nonce', value: String(nonce) }]),
      ...unknownRows(entry, KNOWN),
    ]
  })
}
