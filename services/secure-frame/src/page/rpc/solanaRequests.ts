import { toUnits } from '@latchkey/plugin-api/describe'
import { loadSolanaDescribe } from '@latchkey/solana/describe'
import { base58, base64 } from '@scure/base'
import {
  readSolanaTransaction,
  signSolanaMessage,
  signSolanaTransaction,
  type SolanaTransaction,
} from '../../keys/solana.js'
import { badParams } from '../link/errors.js'
import type { Prepared, Reading } from './prepared.js'

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
  const shown = await show(reading, method, fields)
  const run: Prepared['run'] = async (use) => ({
    signature: base58.encode(use((keys) => signSolanaMessage(bytes, keys))),
  })
  return { ...shown, run }
}

const readOne = ({ account }: Reading, value: unknown): SolanaTransaction =>
  readSolanaTransaction(decodeAs(base64, value), account)

/** The fee as a node reckons it; none is shown where the node does not know the transaction. */
async function feeOf({ network, node }: Reading, all: readonly SolanaTransaction[]) {
  const { symbol, decimals } = network.nativeCurrency
  const fees = await Promise.all(
    all.map(async ({ message }) => {
      const answer = await node('getFeeForMessage', [base64.encode(message)]).catch(() => undefined)
      return (answer as { value?: unknown } | undefined)?.value
    }),
  )
  if (!fees.every((fee) => typeof fee === 'number' && Number.isSafeInteger(fee))) return {}
  const sum = fees.reduce<bigint>((all, fee) => all + BigInt(fee as number), 0n)
  return { fee: `${toUnits(sum, decimals)} ${symbol}` }
}

async function prepareOne(reading: Reading, method: string, fields: Fields): Promise<Prepared> {
  const transaction = readOne(reading, fields['transaction'])
  const [shown, fee] = await Promise.all([
    show(reading, method, fields),
    feeOf(reading, [transaction]),
  ])
  const run: Prepared['run'] = async (use) => {
    const { signed, signature } = use((keys) => signSolanaTransaction(transaction, keys))
    const text = base64.encode(signed)
    if (method === 'solana_signAndSendTransaction')
      await reading.node('sendTransaction', [text, { encoding: 'base64' }])
    else return { signature: base58.encode(signature), transaction: text }
    return { signature: base58.encode(signature) }
  }
  return { ...shown, ...fee, run }
}

async function prepareAll(reading: Reading, method: string, fields: Fields): Promise<Prepared> {
  const { transactions: list } = fields
  if (!Array.isArray(list) || !list.length || list.length > MAX_TRANSACTIONS)
    throw badParams('This takes up to 20 transactions.')
  const all = list.map((each) => readOne(reading, each))
  const [shown, fee] = await Promise.all([show(reading, method, fields), feeOf(reading, all)])
  const run: Prepared['run'] = async (use) => ({
    transactions: all.map((each) =>
      base64.encode(use((keys) => signSolanaTransaction(each, keys)).signed),
    ),
  })
  return { ...shown, ...fee, run }
}

const METHODS: Readonly<
  Record<string, (reading: Reading, method: string, fields: Fields) => Promise<Prepared>>
> = {
  solana_signMessage: prepareMessage,
  solana_signTransaction: prepareOne,
  solana_signAndSendTransaction: prepareOne,
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
