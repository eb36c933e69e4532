import {
  hasHidden,
  MOST_TEXT,
  textOf,
  toHex,
  toUnits,
  type Row,
} from '@latchkey/plugin-api/describe'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../assets.js'
import { toBase58 } from '../base58.js'
import { AUTHORITY_PROGRAMS } from './authorities.js'
import type { Instruction } from './message.js'
import { other, row, said, u64, type Around, type Words } from './words.js'

export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const TOKEN_ACCOUNT_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const MEMO_PROGRAMS = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]
/** What nobody means: half of a u64. */
const UNLIMITED = 2n ** 63n
/** The first four of any token; the others of Token-2022's extensions. */
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
/** Of all tokens. */
const PLAIN_AUTHORITIES = 4

/** What has more bytes or accounts than its program reads is carried out all the same: it keeps its headline, and the rest is shown. */
const withRest = (words: Words | undefined, { accounts, data }: Instruction): Words | undefined =>
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
 * Accounts behind those that a transfer is about, by which the receiver finds the payment (Solana Pay). The program does not look at them where the owner signs alone;
 * where others than the owner sign for a shared wallet they are the signers, and nothing is known.
 */
const references = (
  accounts: readonly string[],
  count: number,
  ownerAt: number,
  { account }: Around,
): readonly Row[] | undefined => {
  const rest = accounts.slice(count)
  return rest.length && (accounts[ownerAt] !== account || rest.includes(account!))
    ? undefined
    : rest.map((each) => row('reference', each))
}

function system({ accounts, data }: Instruction, around: Around): Words | undefined {
  const [first = '', second = ''] = accounts
  const kind = data.length >= 4 && !data[1] && !data[2] && !data[3] ? data[0] : undefined
  const named = references(accounts, 2, 0, around)
  if (kind === 2 && data.length === 12 && accounts.length >= 2 && named)
    return said(
      'sendSol',
      ...other('from', first, around),
      row('to', second),
      row('amount', around.money(u64(data, 4))),
      ...named,
    )
  if (kind === 1 && data.length === 36 && accounts.length === 1)
    return said(
      'setAuthority',
      row('account', first),
      row('newAuthority', toBase58(data.subarray(4)), 'authority'),
    )
  if (kind === 4 && data.length === 4 && accounts.length === 3)
    return {
      ...said(
        'durableNonce',
        row('durableNonce', first, 'noExpiry'),
        ...other('owner', accounts[2]!, around),
      ),
      isAside: true,
    }
  if (kind === 7 && data.length === 36 && accounts.length === 2)
    return said(
      'setAuthority',
      row('account', first),
      row('authorityKind', 'Nonce'),
      row('newAuthority', toBase58(data.subarray(4)), 'authority'),
      ...other('owner', second, around),
    )
  return undefined
}

function tokenAuthority(
  { accounts, data, program }: Instruction,
  around: Around,
): Words | undefined {
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
  return said(
    'setAuthority',
    row('account', account),
    row('authorityKind', kind),
    row('newAuthority', isGiven ? toBase58(data.subarray(3)) : '–', 'authority'),
    ...other('owner', owner, around),
  )
}

/** Numbers of instructions, their length and how many accounts they name without signers of a shared wallet. */
const TOKEN: Readonly<Record<number, readonly [length: number, accounts: number]>> = {
  3: [9, 3],
  4: [9, 3],
  5: [1, 2],
  9: [1, 3],
  12: [10, 4],
  13: [10, 4],
  17: [1, 1],
}

function token(instruction: Instruction, around: Around): Words | undefined {
  const { accounts, data, program } = instruction
  const [kind = -1] = data
  if (kind === 6) return tokenAuthority(instruction, around)
  const [length = 0, count = 0] = TOKEN[kind] ?? []
  // Of the newer program, more accounts may be for a program that the token calls with each transfer.
  const named =
    (kind === 3 || kind === 12) && program === TOKEN_PROGRAM
      ? references(accounts, count, count - 1, around)
      : accounts.length > count
        ? undefined
        : []
  if (!count || data.length !== length || accounts.length < count || !named) return undefined
  const [account = '', second = '', third = ''] = accounts
  const owner = [...other('owner', accounts[count - 1]!, around), ...named]
  if (kind === 17) return { ...said('syncNative', row('syncNative', account)), isAside: true }
  if (kind === 5) return said('revoke', row('account', account), ...owner)
  if (kind === 9)
    return said(
      'closeAccount',
      row('account', account),
      row('remainder', second, second !== around.account && 'otherReceiver'),
      ...owner,
    )
  const isChecked = kind > 9
  const value = u64(data, 1)
  const receiver = isChecked ? third : second
  // Without its decimals an amount of a token says little, and which token it is only a node knows.
  const amount = isChecked
    ? [row('mint', second), row('amount', toUnits(value, data[9]!))]
    : [row('baseUnits', String(value))]
  if (kind === 4 || kind === 13)
    return {
      ...said(
        'approve',
        row('account', account),
        row('spender', receiver, value >= UNLIMITED ? 'unlimited' : 'approval'),
        ...amount,
        ...owner,
      ),
      complete: isChecked,
    }
  // A mint of Token-2022 may charge for each transfer or run a program with it, which only a node knows.
  const isPlain = program === TOKEN_PROGRAM
  const wallet = isChecked ? around.ownerOf(receiver, second, program) : undefined
  return {
    ...said(
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

function tokenAccount({ accounts, data }: Instruction, around: Around): Words | undefined {
  const [payer = '', made = '', wallet = '', mint = '', programs, tokens] = accounts
  if (data.length > 1 || (data[0] ?? 0) > 1 || accounts.length !== 6 || programs !== SYSTEM_PROGRAM)
    return undefined
  if (tokens !== TOKEN_PROGRAM && tokens !== TOKEN_2022_PROGRAM) return undefined
  return {
    ...said(
      'createTokenAccount',
      row('createTokenAccount', made),
      row('accountOwner', wallet),
      row('mint', mint),
      ...other('payer', payer, around),
    ),
    isAside: true,
  }
}

function memo({ data }: Instruction): Words {
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

/** How many bytes and accounts an instruction needs at least that hands something over. */
function leastOf({
  program,
  data,
}: Instruction): readonly [length: number, accounts: number] | undefined {
  const [kind = -1, , isGiven] = data
  if (program === SYSTEM_PROGRAM)
    return kind === 1 && !data[1] ? [36, 1] : kind === 7 && !data[1] ? [36, 2] : undefined
  if (program !== TOKEN_PROGRAM && program !== TOKEN_2022_PROGRAM) return undefined
  if (kind === 6) return [isGiven === 1 ? 35 : 3, 2]
  return [4, 9, 13].includes(kind) ? TOKEN[kind] : undefined
}
/** An instruction that hands something over, without what its program does not look at. */
function cut(instruction: Instruction): Instruction | undefined {
  const [length, count] = leastOf(instruction) ?? []
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

const PROGRAMS: Readonly<
  Record<string, (instruction: Instruction, around: Around) => Words | undefined>
> = {
  [SYSTEM_PROGRAM]: system,
  [TOKEN_PROGRAM]: token,
  [TOKEN_2022_PROGRAM]: token,
  [TOKEN_ACCOUNT_PROGRAM]: tokenAccount,
  ...AUTHORITY_PROGRAMS,
  ...Object.fromEntries(MEMO_PROGRAMS.map((program) => [program, memo])),
}

/** An instruction in words; one that is not known by its program and its data. */
export function wordsOf(instruction: Instruction, around: Around): Words {
  const { program, data, accounts } = instruction
  const words = (each: Instruction): Words | undefined =>
    Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program]?.(each, around) : undefined
  const core = cut(instruction)
  const found = words(instruction) ?? (core && withRest(words(core), instruction))
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
