import { toBase58 } from '../base58.js'
import type { Instruction } from './message.js'
import { other, row, said, u64, type Around, type Words } from './words.js'

const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111'
const VOTE_PROGRAM = 'Vote111111111111111111111111111111111111111'
const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111'
const KINDS: Readonly<Record<string, readonly [string, string]>> = {
  [STAKE_PROGRAM]: ['Staker', 'Withdrawer'],
  [VOTE_PROGRAM]: ['Voter', 'Withdrawer'],
}

/** These programs count their instructions in 32 bits. */
const u32 = (data: Uint8Array, at: number): number | undefined =>
  data.length >= at + 4 ? new DataView(data.buffer, data.byteOffset).getUint32(at, true) : undefined

/** Who may delegate or withdraw staked SOL, or vote with it. A seed or a custodian beside it changes nothing of that. */
function authorize({ program, accounts, data }: Instruction, around: Around): Words | undefined {
  const [account = '', , authority = '', checked = ''] = accounts
  const kind = u32(data, 0)
  const isChecked = program === STAKE_PROGRAM ? kind === 10 : kind === 7
  const isSeeded = program === STAKE_PROGRAM && kind === 8
  const name = KINDS[program]?.[u32(data, isChecked ? 4 : 36) ?? -1]
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
    ...said(
      'setAuthority',
      row('account', account),
      row('authorityKind', name),
      row('newAuthority', to, 'authority'),
      ...other('owner', isSeeded ? accounts[1]! : authority, around),
    ),
    complete: isExact,
  }
}

function stake(instruction: Instruction, around: Around): Words | undefined {
  const { accounts, data } = instruction
  const [from = '', to = ''] = accounts
  if (u32(data, 0) === 4 && data.length === 12 && accounts.length === 5)
    return said(
      'sendSol',
      row('from', from),
      row('to', to),
      row('amount', around.money(u64(data, 4))),
      ...other('owner', accounts[4]!, around),
    )
  return authorize(instruction, around)
}

/** Programs that can be changed: who may, what takes their place, and who gets the rent back. */
function loader({ accounts, data }: Instruction, around: Around): Words | undefined {
  const [account = '', second = '', third] = accounts
  const kind = u32(data, 0)
  if (kind === 4 || kind === 7)
    return {
      ...said(
        'setAuthority',
        row('account', account),
        row('newAuthority', third ?? '–', 'authority'),
        ...other('owner', second, around),
      ),
      complete: data.length === 4 && accounts.length >= 2 && accounts.length <= 3,
    }
  if (kind === 3 && third !== undefined)
    return {
      ...said(
        'upgradeProgram',
        row('program', second),
        row('newCode', third, 'otherCode'),
        ...other('owner', accounts.at(-1)!, around),
      ),
      complete: false,
    }
  if (kind === 5)
    return {
      ...said(
        'closeAccount',
        row('account', account),
        row('remainder', second, second !== around.account && 'otherReceiver'),
      ),
      complete: false,
    }
  return undefined
}

/** Programs by which somebody else comes to control what is staked, voted with or deployed. */
export const AUTHORITY_PROGRAMS: Readonly<
  Record<string, (instruction: Instruction, around: Around) => Words | undefined>
> = { [STAKE_PROGRAM]: stake, [VOTE_PROGRAM]: authorize, [UPGRADEABLE_LOADER]: loader }
