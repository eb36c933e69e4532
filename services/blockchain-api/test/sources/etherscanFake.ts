// The shapes of the public documentation of Etherscan's API v2; the service was not asked.
import { zeroAddress } from 'viem'
import { blockHashOf, PEOPLE, TOKENS } from './fakeChain.js'
import { erc20Of, type Happened, type Person } from './historySuite.js'

type Json = Record<string, unknown>

const addressOf = (who: Person | 'nobody'): string =>
  (who === 'nobody' ? zeroAddress : PEOPLE[who]).toLowerCase()

const placeOf = ({ hash, block, index, at }: Happened): Json => ({
  blockNumber: String(block),
  blockHash: blockHashOf(block),
  timeStamp: String(at / 1000),
  hash,
  nonce: '7',
  transactionIndex: String(index),
  gas: '90000',
  gasPrice: '1000000000',
  gasUsed: '21000',
  cumulativeGasUsed: '21000',
  confirmations: '12',
})

/** A row of `txlist`. */
const transactionOf = (step: Happened): Json => ({
  ...placeOf(step),
  from: addressOf(step.from),
  to: step.kind === 'native' ? addressOf(step.to) : TOKENS[step.kind].address.toLowerCase(),
  value: step.kind === 'native' ? String(step.amount) : '0',
  input: step.kind === 'native' ? '0x' : '0xa9059cbb00',
  methodId: '0xa9059cbb',
  functionName: '',
  contractAddress: '',
  isError: step.fails ? '1' : '0',
  txreceipt_status: step.fails ? '0' : '1',
})

const ACTIONS = { tokentx: 'erc20', tokennfttx: 'erc721', token1155tx: 'erc1155' } as const

/** A row of one of the three lists of tokens. */
const transferOf = (step: Happened, kind: (typeof ACTIONS)[keyof typeof ACTIONS]): Json => {
  const { address, name, symbol, decimals } = TOKENS[kind]
  return {
    ...placeOf(step),
    from: step.mint ? zeroAddress : addressOf(step.from),
    to: addressOf(step.to),
    contractAddress: address.toLowerCase(),
    tokenName: name,
    tokenSymbol: symbol,
    input: 'deprecated',
    ...(kind === 'erc20' && { value: String(step.amount), tokenDecimal: String(decimals) }),
    ...(kind === 'erc721' && { tokenID: String(step.tokenId), tokenDecimal: '0' }),
    ...(kind === 'erc1155' && { tokenID: String(step.tokenId), tokenValue: String(step.amount) }),
  }
}

const rowsOf = (happened: readonly Happened[], action: string, own: string): Json[] => {
  const kind = ACTIONS[action as keyof typeof ACTIONS]
  const rows = kind
    ? happened
        .filter((step) => step.kind === kind && !step.fails)
        .map((one) => transferOf(one, kind))
    : // The list of transactions has a transfer of a token at its sender alone.
      happened.map(transactionOf)
  return rows.filter(({ from, to }) => from === own || to === own)
}

/** Answers as Etherscan does. `maxRows`: it never gives more rows, as the free plan does not. */
export const etherscanFake =
  (happened: readonly Happened[], chainId: string, maxRows = 1000) =>
  (url: URL): Json => {
    const query = (name: string) => url.searchParams.get(name) ?? ''
    const failed = (result: string) => ({ status: '0', message: 'NOTOK', result })
    if (query('chainid') !== chainId) return failed('Missing or unsupported chainid parameter')
    if (query('apikey') === '') return failed('Missing/Invalid API Key')
    const action = query('action')
    const own = query('address').toLowerCase()
    const person = (Object.keys(PEOPLE) as Person[]).find((one) => addressOf(one) === own)
    if (action === 'balance') return { status: '1', message: 'OK', result: '40891626854930000000' }
    if (action === 'tokenbalance')
      return { status: '1', message: 'OK', result: String(person ? erc20Of(happened, person) : 0) }
    const [page, offset] = [Number(query('page')), Math.min(Number(query('offset')), maxRows)]
    if (page * offset > 10_000) return failed('Result window is too large')
    const end = query('endblock') === '' ? Infinity : Number(query('endblock'))
    const rows = rowsOf(happened, action, own)
      .filter(({ blockNumber }) => Number(blockNumber) <= end)
      .sort(
        (a, b) =>
          Number(b.blockNumber) - Number(a.blockNumber) ||
          Number(b.transactionIndex) - Number(a.transactionIndex),
      )
      .slice((page - 1) * offset, page * offset)
    return rows.length === 0
      ? { status: '0', message: 'No transactions found', result: [] }
      : { status: '1', message: 'OK', result: rows }
  }
