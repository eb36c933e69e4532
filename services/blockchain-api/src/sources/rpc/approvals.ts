import { encodeFunctionData, erc20Abi, erc721Abi, type Hex } from 'viem'
import { type Account } from '../../accounts.js'
import { type ApprovalItem, type Page, type PageQuery, type TokenInfo } from '../source.js'
import { type Candidate, keyOf, spelled } from './approvalLogs.js'
import { type ApprovalScans } from './approvalScan.js'
import { type Evm } from './balances.js'
import { readUint } from './calls.js'
import { type Call, type Turn, turnOf } from './nodes.js'

/** Candidates that one page checks on the chain. Those that are not rights any more are left out. */
const CHECKED = 200

/**
 * The rights over an account's tokens that hold now. Logs say which may hold, and only the chain's
 * state says which do: a log that a reorganisation took back costs one question and tells nothing wrong.
 */
export async function readApprovals(
  { book, nodeOf }: Evm,
  scans: ApprovalScans,
  { account, position, signal }: PageQuery,
): Promise<Page<ApprovalItem>> {
  const turn = turnOf(signal)
  const found =
    (position !== undefined && scans.known(account)) || (await scans.find(account, turn))
  const sorted = [...found.candidates]
    .filter(([key]) => position === undefined || key > position)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, candidate]) => candidate)
  const page = sorted.slice(0, CHECKED)
  const last = page.at(-1)
  const { held, isWhole } = await check(nodeOf(account.chain), account, page, turn)
  const infos = new Map<string, TokenInfo>()
  for (const standard of ['erc20', 'erc721'] as const) {
    const tokens = held
      .filter(({ kind }) => (kind === 'amount') === (standard === 'erc20'))
      .map(({ token }) => token)
    for (const [address, info] of (await book.find(account.chain, tokens, standard, turn)).infos)
      infos.set(address, info)
  }
  return {
    items: held.map(({ token, spender, ...item }) => {
      const info = infos.get(token)
      return { ...item, token: spelled(token), spender: spelled(spender), ...(info && { info }) }
    }),
    ...(last && sorted.length > CHECKED && { next: keyOf(last) }),
    ...(!(found.isWhole && isWhole) && { isPartial: true }),
  }
}

type Held = Candidate & { amount?: string }

/** Asks the contracts, by Multicall3. One that does not answer gives no right that could be told. */
const check = async (
  node: ReturnType<Evm['nodeOf']>,
  { address }: Account,
  candidates: readonly Candidate[],
  turn: Turn,
): Promise<{ held: Held[]; isWhole: boolean }> => {
  const owner = address as Hex
  const calls = candidates.map((candidate) => callsOf(candidate, owner))
  const { data, unanswered } = await node.callMany(calls.flat(), turn)
  let at = 0
  const held = candidates.flatMap((candidate, index): Held[] => {
    const words = (calls[index] as Call[]).map(() => readUint(data[at++]))
    return holds(candidate, words, owner)
  })
  return { held, isWhole: unanswered.size === 0 }
}

const callsOf = ({ kind, token: to, spender, tokenId }: Candidate, owner: Hex): Call[] => {
  const args = [owner, spender] as const
  if (kind === 'amount')
    return [{ to, data: encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args }) }]
  if (kind === 'all')
    return [
      { to, data: encodeFunctionData({ abi: erc721Abi, functionName: 'isApprovedForAll', args }) },
    ]
  return (['getApproved', 'ownerOf'] as const).map((functionName) => ({
    to,
    data: encodeFunctionData({ abi: erc721Abi, functionName, args: [BigInt(tokenId ?? 0)] }),
  }))
}

const holds = (
  candidate: Candidate,
  [first = 0n, second]: readonly (bigint | undefined)[],
  owner: Hex,
): Held[] => {
  if (candidate.kind === 'amount')
    return first > 0n ? [{ ...candidate, amount: String(first) }] : []
  const isHeld =
    candidate.kind === 'all'
      ? first > 0n
      : first !== 0n && first === BigInt(candidate.spender) && second === BigInt(owner)
  return isHeld ? [candidate] : []
}
