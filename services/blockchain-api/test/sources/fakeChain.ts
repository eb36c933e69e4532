import { createHash } from 'node:crypto'
import { getAddress } from 'viem'
import { type Happened, type Realised, type Step } from './historySuite.js'

const FIRST_BLOCK = 1_000
const BLOCK_MS = 12_000
const GENESIS_MS = 1_700_000_000_000

export const PEOPLE: Realised['accounts'] = {
  alice: getAddress(`0x${'a1'.repeat(20)}`),
  bob: getAddress(`0x${'b0'.repeat(20)}`),
  carol: getAddress(`0x${'ca'.repeat(20)}`),
}
export const TOKENS: Realised['tokens'] = {
  erc20: {
    address: getAddress('0x1000000000000000000000000000000000000e20'),
    name: 'Shop Dollar',
    symbol: 'SHD',
    decimals: 6,
  },
  erc721: {
    address: getAddress('0x1000000000000000000000000000000000000721'),
    name: 'Shop Tickets',
    symbol: 'TIX',
    decimals: 0,
  },
  erc1155: {
    address: getAddress('0x1000000000000000000000000000000000001155'),
    name: 'Shop Stamps',
    symbol: 'STM',
    decimals: 0,
  },
}

/** Gives steps their places on a chain that does not exist: the same ones each time. */
export function happen(steps: readonly Step[]): Happened[] {
  let [block, index] = [FIRST_BLOCK, 0]
  return steps.map((step, at) => {
    if (step.inBlockOfBefore) index += 1
    else [block, index] = [block + 1, 0]
    return {
      ...step,
      hash: sha256(`transaction ${at}`),
      block,
      index,
      at: GENESIS_MS + block * BLOCK_MS,
    }
  })
}

const sha256 = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`
export const blockHashOf = (block: number): string => sha256(`block ${block}`)
