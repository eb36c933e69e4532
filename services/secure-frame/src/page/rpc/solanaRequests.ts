import { textOf, toUnits } from '@latchkey/plugin-api/describe'
import { loadSolanaDescribe } from '@latchkey/solana/describe'
import { base58, base64 } from '@scure/base'
import {
  readSolanaTransaction,
  signSolanaMessage,
  signSolanaTransaction,
  withBlockhash,
  type SolanaTransaction,
} from '../../keys/solana.js'
import { badParams } from '../link/errors.js'
import { reasonOf, unreadable } from './nodeErrors.js'
import type { Prepared, Reading } from './prepared.js'
import { send } from './send.js'
import { checkDomain } from './signIn.js'
import { simulateSolana } from './solanaSimulate.js'

const MAX_TRANSACTIONS = 20
const MAX_MESSAGE_BYTES = 65_535

type Fields = Readonly<Record<string, unknown>>
type Shown = Pick<Prepared, 'network' | 'account' | 'description' | 'texts' | 'raw'>

async function show(
  { network, account, host, lang }: Reading,
  method: string,
  params: Fields,
): Promise<Shown> {
  const { describe, texts } = await loadSolanaDescribe(lang)
  const named = { ...params, pubkey: account }
  const description = describe({ network, method, params: named, unnamed: account, host })
  // The account has a row of its own on the card.
  const rows = description?.rows.filter(({ value, warning }) => warning || value !== account)
  return {
    network,
    account,
    description: description && { ...description, rows: rows ?? [] },
    texts,
    raw: JSON.stringify(named, null, 2),
  }
}

function decodeAs(coder: { decode: (text: string) => Uint8Array }, value: unknown): Uint8Array {
  try {
    return coder.decode(value as string)
  } catch {
    throw badParams('The bytes cannot be read.')
  }
}

async function prepareMessage(reading: Reading, method: string, fields: Fields): Promise<Prepared> {
  const bytes = decodeAs(base58, fields['message'])
  if (bytes.length > MAX_MESSAGE_BYTES) throw badParams('The message is too long.')
  checkDomain(textOf(bytes) ?? '', reading.host)
  const shown = await show(reading, method, fields)
  const run: Prepared['run'] = async ({ use }) => ({
    signature: base58.encode(use((keys) => signSolanaMessage(bytes, keys))),
  })
  return { ...shown, run }
}

const readOne = ({ account }: Reading, value: unknown): SolanaTransaction =>
  readSolanaTransaction(decodeAs(base64, value), account)

const commitment = 'confirmed'

/** The fee as nodes reckon it. `undefined` where a node does not know the transaction's blockhash. */
async function feeOf(
  { node }: Reading,
  all: readonly SolanaTransaction[],
): Promise<bigint | undefined> {
  const fees = await Promise.all(
    all.map(async ({ message }) => {
      const answer = await node('getFeeForMessage', [base64.encode(message), { commitment }])
      const fee = (answer as { value?: unknown } | null)?.value
      return typeof fee === 'number' && Number.isSafeInteger(fee) ? BigInt(fee) : undefined
    }),
  )
  return fees.reduce(
    (sum, fee) => (sum === undefined || fee === undefined ? undefined : sum + fee),
    0n,
  )
}

/** Fee and outcome of transactions, and what the account lacks for the fee that it pays. */
async function weigh(
  reading: Reading,
  all: readonly SolanaTransaction[],
): Promise<Pick<Prepared, 'fee' | 'missing' | 'outcome'>> {
  const { network, account, node } = reading
  const { symbol, decimals } = network.nativeCurrency
  const own = all.filter(({ parts }) => parts.signers[0] === account)
  const [fee, ownFee, balance] = await Promise.all([
    feeOf(reading, all),
    feeOf(reading, own),
    node('getBalance', [account, { commitment }]),
  ])
  const outcome = await simulateSolana(reading, all, all.length === 1 ? (ownFee ?? 0n) : 0n)
  const { value } = { ...(balance as { value?: unknown }) }
  if (typeof value !== 'number') throw unreadable()
  const lacking = (ownFee ?? 0n) - BigInt(value)
  const amount = (lamports: bigint): string => `${toUnits(lamports, decimals)} ${symbol}`
  return {
    outcome,
    ...(fee !== undefined && { fee: amount(fee) }),
    ...(lacking > 0n && { missing: amount(lacking) }),
  }
}

async function prepareSigned(reading: Reading, method: string, fields: Fields): Promise<Prepared> {
  const transaction = readOne(reading, fields['transaction'])
  const [shown, weighed] = await Promise.all([
    show(reading, method, fields),
    weigh(reading, [transaction]),
  ])
  const run: Prepared['run'] = async ({ use }) => {
    const { signed, signature } = use((keys) => signSolanaTransaction(transaction, keys))
    return { signature: base58.encode(signature), transaction: base64.encode(signed) }
  }
  // It is not sent by this wallet: whoever has it may add what is missing.
  const { missing: _, ...rest } = weighed
  return { ...shown, ...rest, run }
}

/** The blockhash of a transaction that nobody else signs is the operator's: it is fresh. */
async function refresh(
  { node }: Reading,
  transaction: SolanaTransaction,
): Promise<SolanaTransaction> {
  const { signers, isDurable } = transaction.parts
  if (isDurable || signers.length > 1) return transaction
  const answer = (await node('getLatestBlockhash', [{ commitment }])) as {
    value?: { blockhash?: unknown }
  } | null
  const hash = answer?.value?.blockhash
  if (typeof hash !== 'string') throw unreadable()
  return withBlockhash(transaction, hash)
}

async function prepareSent(reading: Reading, method: string, fields: Fields): Promise<Prepared> {
  const { node } = reading
  const given = readOne(reading, fields['transaction'])
  const transaction = await refresh(reading, given)
  const { message, parts } = transaction
  const params = { ...fields, transaction: base64.encode(transaction.bytes) }
  const [shown, weighed] = await Promise.all([
    show(reading, method, params),
    weigh(reading, [transaction]),
  ])
  const run: Prepared['run'] = async (step) => {
    const { signed, signature } = step.use((keys) => signSolanaTransaction(transaction, keys))
    const options = { encoding: 'base64', preflightCommitment: commitment }
    await send(async () => {
      try {
        await node('sendTransaction', [base64.encode(signed), options])
      } catch (error) {
        if (reasonOf(error) !== 'transaction_known') throw error
      }
    }, step)
    return { signature: base58.encode(signature) }
  }
  const hash = base58.encode(message.subarray(parts.blockhashAt, parts.blockhashAt + 32))
  const isCurrent = async (): Promise<boolean> => {
    const answer = await node('isBlockhashValid', [hash, { commitment }])
    return (answer as { value?: unknown } | null)?.value === true
  }
  return { ...shown, ...weighed, run, ...(transaction !== given && { isCurrent }) }
}

async function prepareAll(reading: Reading, method: string, fields: Fields): Promise<Prepared> {
  const { transactions: list } = fields
  if (!Array.isArray(list) || !list.length || list.length > MAX_TRANSACTIONS)
    throw badParams('This takes up to 20 transactions.')
  const all = list.map((each) => readOne(reading, each))
  const [shown, weighed] = await Promise.all([show(reading, method, fields), weigh(reading, all)])
  const run: Prepared['run'] = async ({ use }) => ({
    transactions: all.map((each) =>
      base64.encode(use((keys) => signSolanaTransaction(each, keys)).signed),
    ),
  })
  const { missing: _, ...rest } = weighed
  return { ...shown, ...rest, run }
}

const METHODS: Readonly<
  Record<string, (reading: Reading, method: string, fields: Fields) => Promise<Prepared>>
> = {
  solana_signMessage: prepareMessage,
  solana_signTransaction: prepareSigned,
  solana_signAndSendTransaction: prepareSent,
  solana_signAllTransactions: prepareAll,
}

/**
 * Reads a request of Solana that signs or sends.
 * @throws KeysError, FrameError where it is refused before anybody is asked
 */
export function prepareSolana(
  reading: Reading,
  method: string,
  params: unknown,
): Promise<Prepared> {
  const prepare = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
  if (!prepare || typeof params !== 'object' || params === null)
    throw badParams('The parameters are not an object.')
  const fields = { ...params } as Fields
  const { pubkey } = fields
  if (pubkey !== undefined && pubkey !== reading.account)
    throw badParams('This is another account.')
  return prepare(reading, method, fields)
}
