import { shownName } from '@latchkey/plugin-api/wallet'
import type { RpcRequest } from '@latchkey/smart-account'
import type { SessionToken } from '../api.js'

/** The selectors of `decimals()` and `symbol()` (ERC-20). */
const DECIMALS = '0x313ce567'
const SYMBOL = '0x95d89b41'
const MOST_DECIMALS = 36
const MOST_LETTERS = 20
/** Hex digits of a word of the ABI. */
const WORD = 64

/** Reads a text of the ABI: its offset, its length in bytes, and its bytes. */
function textIn(answer: string): string {
  const length = Number(`0x${answer.slice(2 + WORD, 2 + 2 * WORD) || '0'}`)
  const digits = answer.slice(2 + 2 * WORD, 2 + 2 * WORD + 2 * Math.min(length, WORD))
  const bytes = digits.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

async function readToken(
  request: RpcRequest,
  to: string,
): Promise<readonly (SessionToken & { token: string })[]> {
  const [decimals, symbol] = await Promise.all(
    [DECIMALS, SYMBOL].map((data) =>
      request({ method: 'eth_call', params: [{ to, data }, 'latest'] }).then(
        (answer) => (typeof answer === 'string' && /^0x[\da-f]{64,}$/i.test(answer) ? answer : ''),
        () => '',
      ),
    ),
  )
  const places = decimals?.length === 2 + WORD ? Number(decimals) : Number.POSITIVE_INFINITY
  if (places > MOST_DECIMALS) return []
  return [{ token: to, decimals: places, symbol: shownName(textIn(symbol ?? ''), MOST_LETTERS) }]
}

/** Asks tokens for their decimals and symbols. A token that does not tell its decimals is left out. */
export const readTokens = async (
  request: RpcRequest,
  tokens: readonly string[],
): Promise<readonly (SessionToken & { token: string })[]> =>
  (await Promise.all(tokens.map((token) => readToken(request, token)))).flat()
