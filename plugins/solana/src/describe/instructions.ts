import {
  hasHidden,
  MOST_TEXT,
  textOf,
  toHex,
  toUnits,
  type Row,
} from '@latchkey/plugin-api/describe'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../chain/assets.js'
import { toBase58 } from '../chain/base58.js'
import { AUTHORITY_PROGRAMS } from './authorities.js'
import type { Instruction } from './message.js'
import {
  rowUnlessSigner,
  row,
  describedAs,
  u64,
  type TransactionContext,
  type DescribedInstruction,
} from './words.js'

export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const TOKEN_ACCOUNT_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const MEMO_PROGRAMS = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]
/** An allowance that stands for "unlimited": half of a u64 or more. */
const UNLIMITED = 2n ** 63n
/** The first four instructions of any token; the others are of Token-2022's extensions. */
const AUTHORITIES = [
  'MintTokens',
  'FreezeAccount',
  'AccountOwner',
  'CloseAccount',
  'TransferFeeConfig',
  'WithheldWithdraw',
  'CloseMint',
  'InterestRate',
  'PermanentDelegate',
  'ConfidentialTransferMint',
  'TransferHookProgramId',
  'ConfidentialTransferFeeConfig',
  'MetadataPointer',
  'GroupPointer',
  'GroupMemberPointer',
  'ScaledUiAmount',
  'Pause',
]
/** Instructions that all tokens have. */
const PLAIN_AUTHORITIES = 4

/**
 * A program carries out an instruction with more bytes or accounts than it reads. Such an
 * instruction keeps its headline, and the rest is shown.
 */
const withUnreadRest = (
  words: DescribedInstruction | undefined,
  { accounts, data }: Instruction,
): DescribedInstruction | undefined =>
  words && {
    ...words,
    complete: false,
    rows: [
      ...words.rows,
      ...accounts.map((account): Row => ({ label: 'solana.account', value: account, raw: true })),
      { label: 'solana.data', value: toHex(data), raw: true },
    ],
  }

/**
 * Accounts behind those of a transfer, by which the receiver finds the payment (Solana Pay). The
 * program ignores them where the owner signs alone. Where others sign for a shared wallet, they are
 * the signers, and nothing is known about references.
 */
const readReferences = (
  accounts: readonly string[],
  count: number,
  ownerAt: number,
  { account }: TransactionContext,
): readonly Row[] | undefined => {
  const rest = accounts.slice(count)
  return rest.length && (accounts[ownerAt] !== account || rest.includes(account!))
    ? undefined
    : rest.map((each) => row('reference', each))
}

function describeSystem(
  { accounts, data }: Instruction,
  context: TransactionContext,
): DescribedInstruction | undefined {
  const [first = '', second = ''] = accounts
  const kind = data.length >= 4 && !data[1] && !data[2] && !data[3] ? data[0] : undefined
  const named = readReferences(accounts, 2, 0, context)
  if (kind === 2 && data.length === 12 && accounts.length >= 2 && named)
    return describedAs(
      'sendSol',
      ...rowUnlessSigner('from', first, context),
      row('to', second),
      row('amount', context.money(u64(data, 4))),
      ...named,
    )
  if (kind === 1 && data.length === 36 && accounts.length === 1)
    return describedAs(
      'setAuthority',
      row('account', first),
      row('newAuthority', toBase58(data.subarray(4)), 'authority'),
    )
  if (kind === 4 && data.length === 4 && accounts.length === 3)
    return {
      ...describedAs(
        'durableNonce',
        row('durableNonce', first, 'noExpiry'),
        ...rowUnlessSigner('owner', accounts[2]!, context),
      ),
      isAside: true,
    }
  if (kind === 7 && data.length === 36 && accounts.length === 2)
    return describedAs(
      'setAuthority',
      row('account', first),
      row('authorityKind', 'Nonce'),
      row('newAuthority', toBase58(data.subarray(4)), 'authority'),
      ...rowUnlessSigner('owner', second, context),
    )
  return undefined
}

function tokenAuthority(
  { accounts, data, program }: Instruction,
  context: TransactionContext,
): DescribedInstruction | undefined {
  const [account = '', owner = ''] = accounts
  const place = data[1] ?? -1
  const kind =
    place < PLAIN_AUTHORITIES || program === TOKEN_2022_PROGRAM ? AUTHORITIES[place] : undefined
  const isGiven = data[2] === 1 && data.length === 35
  if (
    accounts.length !== 2 ||
    kind === undefined ||
    !(isGiven || (data[2] === 0 && data.length === 3))
  )
    return undefined
  return describedAs(
    'setAuthority',
    row('account', account),
    row('authorityKind', kind),
    row('newAuthority', isGiven ? toBase58(data.subarray(3)) : '–', 'authority'),
    ...rowUnlessSigner('owner', owner, context),
  )
}

/**
 * By instruction number: its length, and how many accounts it names without the signers of a shared
 * wallet.
 */
const TOKEN_INSTRUCTIONS: Readonly<Record<number, readonly [length: number, accounts: number]>> = {
  3: [9, 3],
  4: [9, 3],
  5: [1, 2],
  9: [1, 3],
  12: [10, 4],
  13: [10, 4],
  17: [1, 1],
}

function describeToken(
  instruction: Instruction,
  context: TransactionContext,
): DescribedInstruction | undefined {
  const { accounts, data, program } = instruction
  const [kind = -1] = data
  if (kind === 6) return tokenAuthority(instruction, context)
  const [length = 0, count = 0] = TOKEN_INSTRUCTIONS[kind] ?? []
  // In the newer program, further accounts may be for a program that the token calls with each
  // transfer.
  const named =
    (kind === 3 || kind === 12) && program === TOKEN_PROGRAM
      ? readReferences(accounts, count, count - 1, context)
      : accounts.length > count
        ? undefined
        : []
  if (!count || data.length !== length || accounts.length < count || !named) return undefined
  const [account = '', second = '', third = ''] = accounts
  const owner = [...rowUnlessSigner('owner', accounts[count - 1]!, context), ...named]
  if (kind === 17)
    return { ...describedAs('syncNative', row('syncNative', account)), isAside: true }
  if (kind === 5) return describedAs('revoke', row('account', account), ...owner)
  if (kind === 9)
    return describedAs(
      'closeAccount',
      row('account', account),
      row('remainder', second, second !== context.account && 'otherReceiver'),
      ...owner,
    )
  const isChecked = kind > 9
  const value = u64(data, 1)
  const receiver = isChecked ? third : second
  // An amount without the token's decimals says little, and only a node knows which token it is.
  const amount = isChecked
    ? [row('mint', second), row('amount', toUnits(value, data[9]!))]
    : [row('baseUnits', String(value))]
  if (kind === 4 || kind === 13)
    return {
      ...describedAs(
        'approve',
        row('account', account),
        row('spender', receiver, value >= UNLIMITED ? 'unlimited' : 'approval'),
        ...amount,
        ...owner,
      ),
      complete: isChecked,
    }
  // A mint of Token-2022 may charge for each transfer or run a program with it, which only a node
  // knows.
  const isPlain = program === TOKEN_PROGRAM
  const wallet = isChecked ? context.ownerOf(receiver, second, program) : undefined
  return {
    ...describedAs(
      'sendToken',
      row('from', account),
      ...(wallet === undefined ? [] : [row('to', wallet)]),
      row('tokenAccount', receiver),
      ...amount.map((each) =>
        each.label === 'solana.mint' && !isPlain ? { ...each, warning: 'solana.mayCharge' } : each,
      ),
      ...owner,
    ),
    complete: isChecked && isPlain,
  }
}

function describeTokenAccount(
  { accounts, data }: Instruction,
  context: TransactionContext,
): DescribedInstruction | undefined {
  const [payer = '', made = '', wallet = '', mint = '', programs, tokens] = accounts
  if (data.length > 1 || (data[0] ?? 0) > 1 || accounts.length !== 6 || programs !== SYSTEM_PROGRAM)
    return undefined
  if (tokens !== TOKEN_PROGRAM && tokens !== TOKEN_2022_PROGRAM) return undefined
  return {
    ...describedAs(
      'createTokenAccount',
      row('createTokenAccount', made),
      row('accountOwner', wallet),
      row('mint', mint),
      ...rowUnlessSigner('payer', payer, context),
    ),
    isAside: true,
  }
}

function describeMemo({ data }: Instruction): DescribedInstruction {
  const text = textOf(data)
  const isRead = text !== undefined && !hasHidden(text) && text.length <= MOST_TEXT
  const value = (text ?? toHex(data)).slice(0, MOST_TEXT)
  return {
    title: 'solana.memo',
    rows: [
      {
        label: 'solana.memo',
        value,
        ...(!isRead && {
          warning: text === undefined ? 'solana.unreadable' : 'solana.hiddenCharacters',
          ...(text === undefined && { raw: true }),
        }),
      },
    ],
    complete: isRead,
    isAside: true,
  }
}

/** The fewest bytes and accounts of an instruction that hands something over. */
function minimumOf({
  program,
  data,
}: Instruction): readonly [length: number, accounts: number] | undefined {
  const [kind = -1, , isGiven] = data
  if (program === SYSTEM_PROGRAM)
    return kind === 1 && !data[1] ? [36, 1] : kind === 7 && !data[1] ? [36, 2] : undefined
  if (program !== TOKEN_PROGRAM && program !== TOKEN_2022_PROGRAM) return undefined
  if (kind === 6) return [isGiven === 1 ? 35 : 3, 2]
  return [4, 9, 13].includes(kind) ? TOKEN_INSTRUCTIONS[kind] : undefined
}
/**
 * An instruction that hands something over, without the bytes and accounts that its program
 * ignores.
 */
function withoutUnread(instruction: Instruction): Instruction | undefined {
  const [length, count] = minimumOf(instruction) ?? []
  const { accounts, data, program } = instruction
  if (
    length === undefined ||
    count === undefined ||
    data.length < length ||
    accounts.length < count
  )
    return undefined
  return { program, accounts: accounts.slice(0, count), data: data.slice(0, length) }
}

const DESCRIBERS: Readonly<
  Record<
    string,
    (instruction: Instruction, context: TransactionContext) => DescribedInstruction | undefined
  >
> = {
  [SYSTEM_PROGRAM]: describeSystem,
  [TOKEN_PROGRAM]: describeToken,
  [TOKEN_2022_PROGRAM]: describeToken,
  [TOKEN_ACCOUNT_PROGRAM]: describeTokenAccount,
  ...AUTHORITY_PROGRAMS,
  ...Object.fromEntries(MEMO_PROGRAMS.map((program) => [program, describeMemo])),
}

/** Describes an instruction. An unknown one is shown by its program and its data. */
export function describeInstruction(
  instruction: Instruction,
  context: TransactionContext,
): DescribedInstruction {
  const { program, data, accounts } = instruction
  const words = (each: Instruction): DescribedInstruction | undefined =>
    Object.hasOwn(DESCRIBERS, program) ? DESCRIBERS[program]?.(each, context) : undefined
  const core = withoutUnread(instruction)
  const found = words(instruction) ?? (core && withUnreadRest(words(core), instruction))
  return (
    found ?? {
      title: 'solana.callProgram',
      rows: [
        row('program', program),
        ...accounts.map((account): Row => ({ label: 'solana.account', value: account, raw: true })),
        { label: 'solana.data', value: toHex(data), raw: true },
      ],
      complete: false,
    }
  )
}
