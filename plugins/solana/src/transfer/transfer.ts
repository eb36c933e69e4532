import { LatchkeyError, type Network, type Transfer } from '@latchkey/plugin-api'
import { askNodes } from '@latchkey/plugin-api/nodes'
import { readSafely } from '@latchkey/plugin-api/wallet'
import { parseAddress, toKey } from '../chain/address.js'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, readValue } from '../chain/assets.js'
import { toBase64 } from '../chain/bytes.js'
import { compileMessage, toUnsigned, type AccountMeta, type Instruction } from './compile.js'
import { findProgramAddress } from './programAddress.js'

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const TOKEN_ACCOUNTS = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
/** The most bytes of a transaction with a signature (IPv6's smallest packet). */
const MAX_BYTES = 1_232
/** Instruction numbers in the three programs. */
const TRANSFER_SOL = 2
const CREATE_IDEMPOTENT = 1
const TRANSFER_CHECKED = 12

interface Info {
  owner: string
  decimals?: number
}
async function readInfo(
  network: Network,
  address: string,
  signal?: AbortSignal,
): Promise<Info | null> {
  const method = 'getAccountInfo'
  return readValue(
    method,
    await askNodes(network, method, [address, { encoding: 'jsonParsed' }], signal),
    (value): Info | null | undefined => {
      if (value === null) return null
      const { owner, data } = value as { owner?: unknown; data?: unknown }
      const decimals = readSafely(
        () => (data as { parsed: { info: { decimals: unknown } } }).parsed.info.decimals,
      )
      return typeof owner === 'string'
        ? { owner, ...(Number.isInteger(decimals) && { decimals: Number(decimals) }) }
        : undefined
    },
  )
}
const isTokenProgram = (owner: string): boolean =>
  owner === TOKEN_PROGRAM || owner === TOKEN_2022_PROGRAM

const transferRefused = (to: string, why: string, token?: string): never => {
  throw new LatchkeyError('solana.transfer_refused', `${why}: nothing was sent.`, {
    context: { to, ...(token !== undefined && { token }) },
  })
}

const withAmount = (size: number, at: number, value: bigint): Uint8Array => {
  const data = new Uint8Array(size)
  new DataView(data.buffer).setBigUint64(at, value, true)
  return data
}

function solInstruction(from: string, to: string, value: bigint): Instruction {
  const data = withAmount(12, 4, value)
  data[0] = TRANSFER_SOL
  return {
    program: SYSTEM_PROGRAM,
    accounts: [
      { address: from, isSigner: true, isWritable: true },
      { address: to, isWritable: true },
    ],
    data,
  }
}

function tokenInstructions(
  from: string,
  to: string,
  mint: string,
  { owner: program, decimals }: Required<Info>,
  value: bigint,
): Instruction[] {
  const accountOf = (holder: string): AccountMeta => ({
    address: findProgramAddress(
      [holder, program, mint].map((address) => toKey(address)!),
      TOKEN_ACCOUNTS,
    ),
    isWritable: true,
  })
  const [source, target] = [accountOf(from), accountOf(to)]
  const data = withAmount(10, 1, value)
  data[0] = TRANSFER_CHECKED
  data[9] = decimals
  return [
    // This instruction does nothing where the recipient has an account for the token already.
    {
      program: TOKEN_ACCOUNTS,
      data: Uint8Array.of(CREATE_IDEMPOTENT),
      accounts: [
        { address: from, isSigner: true, isWritable: true },
        target,
        { address: to },
        { address: mint },
        { address: SYSTEM_PROGRAM },
        { address: program },
      ],
    },
    {
      program,
      data,
      accounts: [source, { address: mint }, target, { address: from, isSigner: true }],
    },
  ]
}

/**
 * The instructions of a transfer with its memo and references (Solana Pay): the memo in an
 * instruction of its own right before the transfer, and the references as accounts of the transfer,
 * which neither sign nor change.
 */
function withMemoAndReferences(
  instructions: readonly Instruction[],
  { memo, references = [] }: Transfer,
): Instruction[] {
  const transfer = instructions.at(-1)!
  const note =
    memo === undefined
      ? []
      : [{ program: MEMO_PROGRAM, accounts: [], data: new TextEncoder().encode(memo) }]
  return [
    ...instructions.slice(0, -1),
    ...note,
    {
      ...transfer,
      accounts: [
        ...transfer.accounts,
        ...references.map((reference) => ({ address: parseAddress(reference) })),
      ],
    },
  ]
}

interface Unsigned {
  instructions: readonly Instruction[]
  message: Uint8Array
}

async function prepare(transfer: Transfer): Promise<Unsigned> {
  const { account, network, to, value, token, signal } = transfer
  if (value < 0n || value >= 2n ** 64n)
    transferRefused(to, `${value} is not an amount that Solana can move`, token)
  const [from, target] = [parseAddress(account.address), parseAddress(to)]
  const asked = token === undefined ? undefined : parseAddress(token)
  const [recipient, mint, latest] = await Promise.all([
    readInfo(network, to, signal),
    asked === undefined ? undefined : readInfo(network, asked, signal),
    askNodes(network, 'getLatestBlockhash', [], signal),
  ])
  if (recipient && isTokenProgram(recipient.owner))
    transferRefused(to, `${to} is a token, or a token account, instead of a wallet`, token)
  const blockhash = readValue('getLatestBlockhash', latest, (found) =>
    readSafely(() => parseAddress((found as { blockhash: string }).blockhash)),
  )
  const finish = (main: readonly Instruction[]): Unsigned => {
    const instructions = withMemoAndReferences(main, transfer)
    return { instructions, message: compileMessage(from, blockhash, instructions) }
  }
  if (asked === undefined) return finish([solInstruction(from, target, value)])
  if (!mint || mint.decimals === undefined || !isTokenProgram(mint.owner))
    return transferRefused(to, `${token} is not a token`, token)
  const { owner, decimals } = mint
  return finish(tokenInstructions(from, target, asked, { owner, decimals }, value))
}

/**
 * Builds an unsigned transfer of SOL, or of a token to the recipient's account for it, which is
 * made if needed. @throws `solana.transfer_refused`, `adapter.invalid_address`
 */
export async function buildTransfer(transfer: Transfer): Promise<Uint8Array> {
  const { message } = await prepare(transfer)
  const transaction = toUnsigned(message)
  if (transaction.length > MAX_BYTES)
    transferRefused(
      transfer.to,
      'Memo and references do not fit into a transaction of 1,232 bytes',
      transfer.token,
    )
  return transaction
}

/**
 * Bytes of a token account. In the newer program, an extension says that the account cannot change
 * hands.
 */
const TOKEN_ACCOUNT_BYTES = 165
const TOKEN_2022_ACCOUNT_BYTES = 170

/** The deposit of an account that the transfer makes for the recipient. Zero where there is one. */
async function readDeposit(
  { network, token, signal }: Transfer,
  { instructions: [create] }: Unsigned,
): Promise<bigint> {
  const [, target, , , , program] = create?.accounts ?? []
  if (token === undefined || !target || (await readInfo(network, target.address, signal))) return 0n
  const rent = await askNodes(
    network,
    'getMinimumBalanceForRentExemption',
    [program?.address === TOKEN_2022_PROGRAM ? TOKEN_2022_ACCOUNT_BYTES : TOKEN_ACCOUNT_BYTES],
    signal,
  )
  return Number.isSafeInteger(rent) ? BigInt(rent as number) : 0n
}

/**
 * The network's fee in lamports, and the deposit of the recipient's token account where it has to
 * be made. `undefined`: the node does not know.
 */
export async function readFee(transfer: Transfer): Promise<bigint | undefined> {
  const unsigned = await prepare(transfer)
  const message = toBase64(unsigned.message)
  const [answer, rent] = await Promise.all([
    askNodes(transfer.network, 'getFeeForMessage', [message], transfer.signal),
    readDeposit(transfer, unsigned),
  ])
  const fee = readSafely(() => (answer as { value?: unknown }).value)
  return Number.isSafeInteger(fee) ? BigInt(fee as number) + rent : undefined
}
