import type { Call } from '@latchkey/smart-account'
import { isAddress, isAddressEqual, type Address } from 'viem'
import { signInOf } from '@latchkey/plugin-api/describe'
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

const names = (text: string, address: string): boolean =>
  text.toLowerCase().includes(address.slice(2).toLowerCase())
const otherAccount = (): never => refuse('This is about the other account of the visitor.')

/**
 * Both accounts check the same key: a signature about the other one could be used there (ERC-1271).
 * @param other the visitor's other account, where there is one
 * @throws KeysError `refused`
 */
export function checkOtherInData({ domain, message }: TypedData, other: string | undefined): void {
  if (other !== undefined && names(JSON.stringify([domain, message]), other)) otherAccount()
}

/** The same for a message to sign in. @throws KeysError `refused` */
export function checkOtherInMessage(text: string, other: string | undefined): void {
  if (other === undefined || !names(text, other)) return
  if (signInOf(text) || /wants? you to sign ?in/i.test(text)) otherAccount()
}
