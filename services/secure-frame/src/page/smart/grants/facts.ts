import { isAddressEqual, pad, type Address, type Hex } from 'viem'
import { readTokenName } from '../../rpc/evmTransfers.js'
import type { AskNode } from '../../rpc/node.js'
import { isAway, unreadable } from '../../rpc/nodeErrors.js'
import { toNumber } from './kinds.js'
import type { Grant } from './readGrants.js'

/** The symbol and the decimals that a token gives itself. */
interface TokenName {
  symbol: string | undefined
  decimals: number | undefined
}

/** The facts of the chain that a card of grants shows. Nothing of them is the page's word. */
export interface GrantFacts {
  /** By their addresses in lower case. */
  tokens: ReadonlyMap<string, TokenName>
  /** Called contracts that answer for balances: they are tokens. */
  calledTokens: readonly Address[]
  /** Addresses of tokens and of called contracts that have no code. */
  empty: readonly Address[]
}

/** `balanceOf(address)` of ERC-20 and ERC-721, `balanceOf(address,uint256)` of ERC-1155 and ERC-6909. */
const BALANCES = { one: '0x70a08231', ofId: '0x00fdd58e' }

const unique = (all: readonly Address[]): readonly Address[] =>
  all.filter((one, index) => all.findIndex((other) => isAddressEqual(one, other)) === index)

type Limited = Pick<Grant, 'limits'>

/** The tokens and the called contracts of grants. */
const addressesOf = (grants: readonly Limited[]) => {
  const permissions = grants.map(({ limits: { permission } }) => permission)
  return {
    tokens: unique(permissions.flatMap((one) => (one.type === 'erc20' ? [one.token] : []))),
    targets: unique(permissions.flatMap((one) => (one.type === 'calls' ? one.targets : []))),
  }
}

/** Whether a contract answers for the balance of an account. */
async function isToken(node: AskNode, contract: Address, account: Address): Promise<boolean> {
  const holder = pad(account as Hex, { size: 32 }).slice(2)
  const answers = await Promise.all(
    [`${BALANCES.one}${holder}`, `${BALANCES.ofId}${holder}${'0'.repeat(64)}`].map((data) =>
      node('eth_call', [{ to: contract, data }, 'latest']).catch((error: unknown) => {
        if (isAway(error)) throw error
      }),
    ),
  )
  return answers.some((answer) => typeof answer === 'string' && /^0x[\da-f]{64}/i.test(answer))
}

/** The addresses of some for which a question is answered with yes. */
async function those(
  all: readonly Address[],
  question: (one: Address) => Promise<boolean>,
): Promise<readonly Address[]> {
  const answers = await Promise.all(all.map(question))
  return all.filter((_, index) => answers[index])
}

/**
 * The time of the latest block, by which the chain judges grants, in seconds since 1970.
 * @throws FrameError where the node does not answer
 */
export async function readChainTime(node: AskNode): Promise<number> {
  const block = (await node('eth_getBlockByNumber', ['latest', false])) as {
    timestamp?: unknown
  } | null
  const time = toNumber(block?.timestamp)
  if (time === undefined) throw unreadable()
  return time
}

/** The names of the tokens of grants. @throws FrameError where the node does not answer */
export async function readTokens(
  node: AskNode,
  grants: readonly Limited[],
): Promise<GrantFacts['tokens']> {
  const named = addressesOf(grants).tokens.map(
    async (token) => [token.toLowerCase(), await readTokenName(node, token)] as const,
  )
  return new Map(await Promise.all(named))
}

/**
 * Asks the operator's node about the contracts of grants.
 * @throws FrameError where it does not answer
 */
export async function readFacts(
  node: AskNode,
  account: Address,
  grants: readonly Grant[],
): Promise<GrantFacts> {
  const { tokens, targets } = addressesOf(grants)
  const [names, calledTokens, empty] = await Promise.all([
    readTokens(node, grants),
    those(targets, (target) => isToken(node, target, account)),
    those(unique([...tokens, ...targets]), async (address) => {
      const code = await node('eth_getCode', [address, 'latest'])
      return typeof code !== 'string' || code.length <= 2
    }),
  ])
  return { tokens: names, calledTokens, empty }
}
