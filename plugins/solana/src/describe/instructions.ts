import { hasHidden, MOST_TEXT, textOf, toHex, toUnits, type Row } from '@latchkey/plugin-api/describe'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../assets.js'
import { toBase58 } from '../base58.js'
import type { Instruction } from './message.js'

export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const TOKEN_ACCOUNT_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const MEMO_PROGRAMS = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo']
/** What nobody means: half of a u64. */
const UNLIMITED = 2n ** 63n
const AUTHORITIES = ['MintTokens', 'FreezeAccount', 'AccountOwner', 'CloseAccount']

/** One instruction in words. `isAside`: it serves another one, and has no headline where there is one. */
export interface Words {
  title: string
  rows: readonly Row[]
  complete: boolean
  isAside?: boolean
}
/** What else the transaction says. */
export interface Around {
  /** Whose signature is asked for: what it pays, owns or allows goes without saying. */
  account: string | undefined
  money(lamports: bigint): string
  /** The wallet that a token account belongs to, where the transaction proves it: the program that makes token accounts refuses any other. */
  ownerOf(tokenAccount: string, mint: string, program: string): string | undefined
}

const u64 = (data: Uint8Array, at: number): bigint => new DataView(data.buffer, data.byteOffset).getBigUint64(at, true)
const row = (label: string, value: string, warning?: string | false): Row => ({ label: `solana.${label}`, value, ...(warning && { warning: `solana.${warning}` }) })
/** A row about an account, unless it is the one that signs. */
const other = (label: string, address: string, { account }: Around): readonly Row[] => (address === account ? [] : [row(label, address)])
/**
 * Accounts behind those that a transfer is about, by which the receiver finds the payment (Solana Pay). The program does not look at them where the owner signs alone;
 * where others than the owner sign for a shared wallet they are the signers, and nothing is known.
 */
const references = (accounts: readonly string[], count: number, ownerAt: number, { account }: Around): readonly Row[] | undefined => {
  const rest = accounts.slice(count)
  return rest.length && (accounts[ownerAt] !== account || rest.includes(account!)) ? undefined : rest.map((each) => row('reference', each))
}
const said = (title: string, ...rows: readonly Row[]): Words => ({ title: `solana.${title}`, rows, complete: true })

function system({ accounts, data }: Instruction, around: Around): Words | undefined {
  const [first = '', second = ''] = accounts
  const kind = data.length >= 4 && !data[1] && !data[2] && !data[3] ? data[0] : undefined
  const named = references(accounts, 2, 0, around)
  if (kind === 2 && data.length === 12 && accounts.length >= 2 && named) return said('sendSol', ...other('from', first, around), row('to', second), row('amount', around.money(u64(data, 4))), ...named)
  if (kind === 1 && data.length === 36 && accounts.length === 1) return said('setAuthority', row('account', first), row('newAuthority', toBase58(data.subarray(4)), 'authority'))
  if (kind === 4 && data.length === 4 && accounts.length === 3) return { ...said('durableNonce', row('durableNonce', first, 'noExpiry'), ...other('owner', accounts[2]!, around)), isAside: true }
  return undefined
}

function tokenAuthority({ accounts, data }: Instruction, around: Around): Words | undefined {
  const [account = '', owner = ''] = accounts
  const kind = AUTHORITIES[data[1]!]
  const isGiven = data[2] === 1 && data.length === 35
  if (accounts.length !== 2 || kind === undefined || !(isGiven || (data[2] === 0 && data.length === 3))) return undefined
  return said('setAuthority', row('account', account), row('authorityKind', kind), row('newAuthority', isGiven ? toBase58(data.subarray(3)) : '–', 'authority'), ...other('owner', owner, around))
}

/** Numbers of instructions, their length and how many accounts they name without signers of a shared wallet. */
const TOKEN: Readonly<Record<number, readonly [length: number, accounts: number]>> = { 3: [9, 3], 4: [9, 3], 5: [1, 2], 9: [1, 3], 12: [10, 4], 13: [10, 4], 17: [1, 1] }

function token(instruction: Instruction, around: Around): Words | undefined {
  const { accounts, data, program } = instruction
  const [kind = -1] = data
  if (kind === 6) return tokenAuthority(instruction, around)
  const [length, count = 0] = TOKEN[kind] ?? []
  // Of the newer program, more accounts may be for a program that the token calls with each transfer.
  const named = (kind === 3 || kind === 12) && program === TOKEN_PROGRAM ? references(accounts, count, count - 1, around) : accounts.length > count ? undefined : []
  if (data.length !== length || accounts.length < count || !named) return undefined
  const [account = '', second = '', third = ''] = accounts
  const owner = [...other('owner', accounts[count - 1]!, around), ...named]
  if (kind === 17) return { ...said('syncNative', row('syncNative', account)), isAside: true }
  if (kind === 5) return said('revoke', row('account', account), ...owner)
  if (kind === 9) return said('closeAccount', row('account', account), row('remainder', second, second !== around.account && 'otherReceiver'), ...owner)
  const isChecked = kind > 9
  const value = u64(data, 1)
  const receiver = isChecked ? third : second
  // Without its decimals an amount of a token says little, and which token it is only a node knows.
  const amount = isChecked ? [row('mint', second), row('amount', toUnits(value, data[9]!))] : [row('baseUnits', String(value))]
  if (kind === 4 || kind === 13) return { ...said('approve', row('account', account), row('spender', receiver, value >= UNLIMITED ? 'unlimited' : 'approval'), ...amount, ...owner), complete: isChecked }
  const wallet = isChecked ? around.ownerOf(receiver, second, program) : undefined
  return { ...said('sendToken', row('from', account), ...(wallet === undefined ? [] : [row('to', wallet)]), row('tokenAccount', receiver), ...amount, ...owner), complete: isChecked }
}

function tokenAccount({ accounts, data }: Instruction, around: Around): Words | undefined {
  const [payer = '', made = '', wallet = '', mint = '', programs, tokens] = accounts
  if (data.length > 1 || (data[0] ?? 0) > 1 || accounts.length !== 6 || programs !== SYSTEM_PROGRAM) return undefined
  if (tokens !== TOKEN_PROGRAM && tokens !== TOKEN_2022_PROGRAM) return undefined
  return { ...said('createTokenAccount', row('createTokenAccount', made), row('accountOwner', wallet), row('mint', mint), ...other('payer', payer, around)), isAside: true }
}

function memo({ data }: Instruction): Words {
  const text = textOf(data)
  const isRead = text !== undefined && !hasHidden(text) && text.length <= MOST_TEXT
  const value = (text ?? toHex(data)).slice(0, MOST_TEXT)
  return { title: 'solana.memo', rows: [{ label: 'solana.memo', value, ...(!isRead && { warning: text === undefined ? 'solana.unreadable' : 'solana.hiddenCharacters', ...(text === undefined && { raw: true }) }) }], complete: isRead, isAside: true }
}

const PROGRAMS: Readonly<Record<string, (instruction: Instruction, around: Around) => Words | undefined>> = {
  [SYSTEM_PROGRAM]: system,
  [TOKEN_PROGRAM]: token,
  [TOKEN_2022_PROGRAM]: token,
  [TOKEN_ACCOUNT_PROGRAM]: tokenAccount,
  ...Object.fromEntries(MEMO_PROGRAMS.map((program) => [program, memo])),
}

/** An instruction in words; one that is not known by its program and its data. */
export function wordsOf(instruction: Instruction, around: Around): Words {
  const { program, data, accounts } = instruction
  const found = Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program]?.(instruction, around) : undefined
  return found ?? { title: 'solana.callProgram', rows: [row('program', program), ...accounts.map((account): Row => ({ label: 'solana.account', value: account, raw: true })), { label: 'solana.data', value: toHex(data), raw: true }], complete: false }
}
