import { toBase58 } from '../chain/base58.js'
import type { Instruction } from './message.js'
import {
  rowUnlessSigner,
  row,
  describedAs,
  u64,
  type TransactionContext,
  type DescribedInstruction,
} from './words.js'

const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111'
const VOTE_PROGRAM = 'Vote111111111111111111111111111111111111111'
const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111'
const AUTHORITY_KINDS: Readonly<Record<string, readonly [string, string]>> = {
  [STAKE_PROGRAM]: ['Staker', 'Withdrawer'],
  [VOTE_PROGRAM]: ['Voter', 'Withdrawer'],
}

/** These programs count their instructions in 32 bits. */
const u32 = (data: Uint8Array, at: number): number | undefined =>
  data.length >= at + 4 ? new DataView(data.buffer, data.byteOffset).getUint32(at, true) : undefined

/**
 * Authorities: who may delegate or withdraw staked SOL, or vote with it. A seed or a custodian beside it does
 * not change who that is.
 */
function describeAuthorize(
  { program, accounts, data }: Instruction,
  context: TransactionContext,
): DescribedInstruction | undefined {
  const [account = '', , authority = '', checked = ''] = accounts
  const kind = u32(data, 0)
  const isChecked = program === STAKE_PROGRAM ? kind === 10 : kind === 7
  const isSeeded = program === STAKE_PROGRAM && kind === 8
  const name = AUTHORITY_KINDS[program]?.[u32(data, isChecked ? 4 : 36) ?? -1]
  if (
    name === undefined ||
    !(isChecked || isSeeded || kind === 1) ||
    accounts.length < (isChecked ? 4 : 2)
  )
    return undefined
  const to = isChecked ? checked : toBase58(data.subarray(4, 36))
  const isExact =
    !isSeeded && data.length === (isChecked ? 8 : 40) && accounts.length === (isChecked ? 4 : 3)
  return {
    ...describedAs(
      'setAuthority',
      row('account', account),
      row('authorityKind', name),
      row('newAuthority', to, 'authority'),
      ...rowUnlessSigner('owner', isSeeded ? accounts[1]! : authority, context),
    ),
    complete: isExact,
  }
}

function describeStake(
  instruction: Instruction,
  context: TransactionContext,
): DescribedInstruction | undefined {
  const { accounts, data } = instruction
  const [from = '', to = ''] = accounts
  if (u32(data, 0) === 4 && data.length === 12 && accounts.length === 5)
    return describedAs(
      'sendSol',
      row('from', from),
      row('to', to),
      row('amount', context.money(u64(data, 4))),
      ...rowUnlessSigner('owner', accounts[4]!, context),
    )
  return describeAuthorize(instruction, context)
}

/**
 * Programs that can be upgraded: who may upgrade them, what replaces them, and who gets the rent
 * back.
 */
function describeLoader(
  { accounts, data }: Instruction,
  context: TransactionContext,
): DescribedInstruction | undefined {
  const [account = '', second = '', third] = accounts
  const kind = u32(data, 0)
  if (kind === 4 || kind === 7)
    return {
      ...describedAs(
        'setAuthority',
        row('account', account),
        row('newAuthority', third ?? '–', 'authority'),
        ...rowUnlessSigner('owner', second, context),
      ),
      complete: data.length === 4 && accounts.length >= 2 && accounts.length <= 3,
    }
  if (kind === 3 && third !== undefined)
    return {
      ...describedAs(
        'upgradeProgram',
        row('program', second),
        row('newCode', third, 'otherCode'),
        ...rowUnlessSigner('owner', accounts.at(-1)!, context),
      ),
      complete: false,
    }
  if (kind === 5)
    return {
      ...describedAs(
        'closeAccount',
        row('account', account),
        row('remainder', second, second !== context.account && 'otherReceiver'),
      ),
      complete: false,
    }
  return undefined
}

/** Programs by which somebody else gets control of what is staked, voted with or deployed. */
export const AUTHORITY_PROGRAMS: Readonly<
  Record<
    string,
    (instruction: Instruction, context: TransactionContext) => DescribedInstruction | undefined
  >
> = {
  [STAKE_PROGRAM]: describeStake,
  [VOTE_PROGRAM]: describeAuthorize,
  [UPGRADEABLE_LOADER]: describeLoader,
}
