import type { Call } from '@latchkey/smart-account'
import { isAddress, isAddressEqual, type Address } from 'viem'
import { refuse } from '../../keys/errors.js'
import type { TypedData } from '../../keys/evm.js'
import { FrameError } from '../link/errors.js'

/**
 * Contracts that rule smart accounts, by the addresses of `CONTRACTS` in `@latchkey/smart-account`. They stand here
 * a second time: each approval needs them, and not the rest of that package.
 */
export const RULING = {
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  delegationManager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
  implementation: '0x48dBe696A4D990079e039489bA2053B36E8FFEC4',
} as const

/** `disableDelegation` of the DelegationManager: an account ends a grant of its own. */
const DISABLE = '0x49934047'
const RULERS: readonly Address[] = [RULING.entryPoint, RULING.delegationManager]

const isSame = (one: unknown, other: string): boolean =>
  typeof one === 'string' &&
  isAddress(one, { strict: false }) &&
  isAddressEqual(one, other as Address)

/**
 * No website has the account call itself, the EntryPoint or the DelegationManager: that changes who owns
 * it, spends its deposit, or carries grants out. It may only end a grant of the account.
 * @throws FrameError `refused_target`
 */
export function checkTargets(account: Address, calls: readonly Call[]): void {
  for (const { to, value = 0n, data = '0x' } of calls) {
    const isEnd = isSame(to, RULING.delegationManager) && value === 0n && data.startsWith(DISABLE)
    if (!isEnd && [account, ...RULERS].some((ruler) => isSame(to, ruler)))
      throw new FrameError('A website may not call the account or the contracts that rule it.', {
        code: -32_602,
        reason: 'refused_target',
      })
  }
}

/** Names of contracts whose typed data hands an account over. */
const AUTHORITY_NAME = /DeleGator|DelegationManager|EntryPoint|ERC-?4337/i
/** Types of theirs. EIP-712 hashes the name of the type, so that no other name stands for them. */
const AUTHORITY_TYPE = /^(?:Packed)?UserOperation$|^Delegation$/
const AUTHORITIES: readonly Address[] = [...RULERS, RULING.implementation]

/**
 * Typed data that is an operation or a grant is made by the frame alone, for each account of the visitor.
 * @param smart the visitor's smart account, where there are any
 * @throws KeysError `refused`
 */
export function checkAuthority(data: TypedData, smart: string | undefined): void {
  const { name, verifyingContract } = { ...(data.domain as object) } as Record<string, unknown>
  const isRuler = [...AUTHORITIES, ...(smart === undefined ? [] : [smart])].some((address) =>
    isSame(verifyingContract, address),
  )
  if (
    isRuler ||
    AUTHORITY_TYPE.test(data.primaryType) ||
    (typeof name === 'string' && AUTHORITY_NAME.test(name))
  )
    refuse('This data would hand over a smart account.')
}

/** Whether a text holds an address: as hex, in any case and with any prefix, or as a decimal number. */
const names = (text: string, address: string): boolean =>
  text.toLowerCase().includes(address.slice(2).toLowerCase()) ||
  text.includes(BigInt(address).toString())

/** Whether a value is a number. Those of EIP-712 are numbers, or texts of any base that `BigInt` reads. */
const isNumber = (value: unknown, matches: (number: bigint) => boolean): boolean => {
  try {
    return matches(BigInt(value as string | number))
  } catch {
    return false
  }
}
/** Whether a value or a part of it is the number of an address, in its lowest 160 bits, as contracts read it. */
const hasNumber = (value: unknown, address: bigint): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((each) => hasNumber(each, address))
    : isNumber(value, (number) => BigInt.asUintN(160, number) === address)

const otherAccount = (): never => refuse('This is about the other account of the visitor.')

/**
 * Both accounts check the same key: a signature about the other one could be used there (ERC-1271).
 * @param other the visitor's other account, where there is one
 * @throws KeysError `refused`
 */
export function checkOtherInData({ domain, message }: TypedData, other: string | undefined): void {
  if (other === undefined) return
  const signed = [domain, message]
  if (names(JSON.stringify(signed), other) || hasNumber(signed, BigInt(other))) otherAccount()
}

/** A message as its bytes in hex, and as the text that they are. */
interface Message {
  bytes: string
  text: string
}
const namesInMessage = ({ bytes, text }: Message, address: string): boolean =>
  names(text, address) || names(bytes, address)

/** The same for a message: no form tells those to sign in from others. @throws KeysError `refused` */
export function checkOtherInMessage(message: Message, other: string | undefined): void {
  if (other !== undefined && namesInMessage(message, other)) otherAccount()
}

/** Permit2 at its addresses; that of zkSync is another one. */
const PERMIT2: readonly Address[] = [
  '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  '0x0000000000225e31D15943971F47aD3022F714Fa',
]
/** Types of Permit2, of contracts made after it too. */
const PERMIT2_TYPE = /^Permit(?:Single|Batch|(?:Batch)?(?:Witness)?TransferFrom)$/

/** Whether a field that is signed holds an address. Values that the types do not name are not signed (EIP-712). */
function holds(types: TypedData['types'], type: string, value: unknown, address: string): boolean {
  const item = /^(.+)\[\d*\]$/.exec(type)?.[1]
  if (item !== undefined)
    return Array.isArray(value) && value.some((each) => holds(types, item, each, address))
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (fields)
    return fields.some((field) =>
      holds(types, field.type, (value as Record<string, unknown> | null)?.[field.name], address),
    )
  return (
    /^(?:address|uint160|uint256)$/.test(type) &&
    isNumber(value, (number) => number === BigInt(address))
  )
}

/** The card warns of a signature that names no account of the visitor. */
export type BothAccounts = { warning?: 'approve.bothAccounts' }
const BOTH: BothAccounts = { warning: 'approve.bothAccounts' }

/**
 * Both accounts check the same key: a signature that names neither of them counts for both. Permit2 takes the owner
 * from the transaction, so that a permit that is signed once could be spent twice: it is refused.
 * @param account the account in use
 * @param other the visitor's other account, where there is one
 * @throws KeysError `refused`
 */
export function checkBothInData(
  { domain, types, primaryType, message }: TypedData,
  account: string,
  other: string | undefined,
): BothAccounts {
  if (other === undefined) return {}
  const { name, verifyingContract } = { ...(domain as object) } as Record<string, unknown>
  const isPermit2 =
    name === 'Permit2' || PERMIT2.some((address) => isSame(verifyingContract, address))
  if (isPermit2 || PERMIT2_TYPE.test(primaryType))
    refuse('This permit could be used for both accounts of the visitor.')
  return holds(types, primaryType, message, account) ? {} : BOTH
}

/** The same for a message. */
export const checkBothInMessage = (
  message: Message,
  account: string,
  other: string | undefined,
): BothAccounts => (other === undefined || namesInMessage(message, account) ? {} : BOTH)
