import { LatchkeyError, type Network, type Transfer } from '@latchkey/plugin-api'
import { askNodes } from '@latchkey/plugin-api/nodes'
import { PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js'
import { parseAddress } from '../address.js'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, valueOf } from '../assets.js'
import { toBase64 } from '../bytes.js'
import { look } from '../errors.js'

const TOKEN_ACCOUNTS = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
/** Bytes of a transaction with a signature (IPv6's smallest packet). */
const MAX_BYTES = 1_232
/** Instructions by their numbers in the two programs. */
const CREATE_IDEMPOTENT = 1
const TRANSFER_CHECKED = 12

interface Info {
  owner: string
  decimals?: number
}
async function infoOf(
  network: Network,
  address: string,
  signal?: AbortSignal,
): Promise<Info | null> {
  const method = 'getAccountInfo'
  return valueOf(
    method,
    await askNodes(network, method, [address, { encoding: 'jsonParsed' }], signal),
    (value): Info | null | undefined => {
      if (value === null) return null
      const { owner, data } = value as { owner?: unknown; data?: unknown }
      const decimals = look(
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

const refuse = (to: string, why: string, token?: string): never => {
  throw new LatchkeyError('solana.transfer_refused', `${why}: nothing was sent.`, {
    context: { to, ...(token !== undefined && { token }) },
  })
}

function tokenInstructions(
  from: PublicKey,
  to: PublicKey,
  mint: PublicKey,
  { owner, decimals }: Required<Info>,
  value: bigint,
): TransactionInstruction[] {
  const program = new PublicKey(owner)
  const accountOf = (holder: PublicKey): PublicKey =>
    PublicKey.findProgramAddressSync(
      [holder.toBytes(), program.toBytes(), mint.toBytes()],
      TOKEN_ACCOUNTS,
    )[0]
  const [source, target] = [accountOf(from), accountOf(to)]
  const key = (pubkey: PublicKey, isWritable = false, isSigner = false) => ({
    pubkey,
    isSigner,
    isWritable,
  })
  const data = new Uint8Array(10)
  data[0] = TRANSFER_CHECKED
  new DataView(data.buffer).setBigUint64(1, value, true)
  data[9] = decimals
  return [
    // Does nothing where the recipient has an account for this token already.
    new TransactionInstruction({
      programId: TOKEN_ACCOUNTS,
      data: Uint8Array.of(CREATE_IDEMPOTENT) as Buffer,
      keys: [
        key(from, true, true),
        key(target, true),
        key(to),
        key(mint),
        key(SystemProgram.programId),
        key(program),
      ],
    }),
    new TransactionInstruction({
      programId: program,
      data: data as Buffer,
      keys: [key(source, true), key(mint), key(target, true), key(from, false, true)],
    }),
  ]
}

/**
 * The instructions of a transfer with what goes along (Solana Pay): the text in an instruction of its own right before the transfer, and the references named by the transfer,
 * which neither sign nor change.
 */
function withCarried(
  instructions: readonly TransactionInstruction[],
  { memo, references = [] }: Transfer,
): TransactionInstruction[] {
  const transfer = instructions.at(-1)!
  for (const reference of references)
    transfer.keys.push({
      pubkey: new PublicKey(parseAddress(reference)),
      isSigner: false,
      isWritable: false,
    })
  const note =
    memo === undefined
      ? []
      : [
          new TransactionInstruction({
            programId: MEMO_PROGRAM,
            keys: [],
            data: new TextEncoder().encode(memo) as Buffer,
          }),
        ]
  return [...instructions.slice(0, -1), ...note, transfer]
}

async function toTransaction(transfer: Transfer): Promise<Transaction> {
  const { account, network, to, value, token, signal } = transfer
  if (value < 0n || value >= 2n ** 64n)
    refuse(to, `${value} is no amount that Solana can move`, token)
  const [from, target] = [new PublicKey(account.address), new PublicKey(parseAddress(to))]
  const asked = token === undefined ? undefined : parseAddress(token)
  const [recipient, mint, latest] = await Promise.all([
    infoOf(network, to, signal),
    asked === undefined ? undefined : infoOf(network, asked, signal),
    askNodes(network, 'getLatestBlockhash', [], signal),
  ])
  if (recipient && isTokenProgram(recipient.owner))
    refuse(to, `${to} is a token, or an account of one, and no wallet`, token)
  const recentBlockhash = valueOf('getLatestBlockhash', latest, (found) =>
    look(() => parseAddress((found as { blockhash: string }).blockhash)),
  )
  const transaction = new Transaction({ feePayer: from, recentBlockhash } as ConstructorParameters<
    typeof Transaction
  >[0])
  if (token === undefined)
    return transaction.add(
      ...withCarried(
        [SystemProgram.transfer({ fromPubkey: from, toPubkey: target, lamports: value })],
        transfer,
      ),
    )
  if (!mint || mint.decimals === undefined || !isTokenProgram(mint.owner))
    return refuse(to, `${token} is no token`, token)
  return transaction.add(
    ...withCarried(
      tokenInstructions(
        from,
        target,
        new PublicKey(token),
        { owner: mint.owner, decimals: mint.decimals },
        value,
      ),
      transfer,
    ),
  )
}

/** A transfer of SOL, or of a token to the account that the recipient has for it, made if need be. Unsigned. @throws `solana.transfer_refused`, `adapter.invalid_address` */
export async function buildTransfer(transfer: Transfer): Promise<Uint8Array> {
  const transaction = await toTransaction(transfer)
  const text = transfer.memo ?? ''
  // The library throws a bare error for what does not fit.
  const isTooLarge =
    new TextEncoder().encode(text).length > MAX_BYTES ||
    1 + 64 + transaction.compileMessage().serialize().length > MAX_BYTES
  if (isTooLarge)
    refuse(
      transfer.to,
      'Memo and references do not fit into a transaction of 1,232 bytes',
      transfer.token,
    )
  return transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
}

/** Bytes of a token account; of the newer program it says in one of its extensions that it cannot change hands. */
const ACCOUNT = 165
const ACCOUNT_2022 = 170

/** What is left in an account that the transfer makes for the recipient: nothing where there is one. */
async function rentOf(
  { network, token, signal }: Transfer,
  { instructions: [create] }: Transaction,
): Promise<bigint> {
  const [, target, , , , program] = create?.keys ?? []
  if (token === undefined || !target || (await infoOf(network, target.pubkey.toBase58(), signal)))
    return 0n
  const rent = await askNodes(
    network,
    'getMinimumBalanceForRentExemption',
    [program?.pubkey.toBase58() === TOKEN_2022_PROGRAM ? ACCOUNT_2022 : ACCOUNT],
    signal,
  )
  return Number.isSafeInteger(rent) ? BigInt(rent as number) : 0n
}

/** What the network takes for it, and what the recipient's account for the token takes where it has to be made. `undefined`: the node does not know. */
export async function feeOf(transfer: Transfer): Promise<bigint | undefined> {
  const transaction = await toTransaction(transfer)
  const message = toBase64(transaction.serializeMessage())
  const [answer, rent] = await Promise.all([
    askNodes(transfer.network, 'getFeeForMessage', [message], transfer.signal),
    rentOf(transfer, transaction),
  ])
  const fee = look(() => (answer as { value?: unknown }).value)
  return Number.isSafeInteger(fee) ? BigInt(fee as number) + rent : undefined
}
