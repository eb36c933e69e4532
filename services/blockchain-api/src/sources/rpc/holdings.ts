import { encodeFunctionData, erc1155Abi, erc721Abi, type Hex } from 'viem'
import { type Account } from '../../accounts.js'
import { type Holding } from '../../store/store.js'
import { type NftItem } from '../source.js'
import { type Node, readUint } from './calls.js'
import { type Call, QUANTITY, turnOf } from './nodes.js'
import { readInfos, type TokenBook } from './tokens.js'

/**
 * NFTs of an account as their contracts confirm them now, with the names of their collections. One
 * that the account has no more is left out; one that no node answered for stays as it was: the cursor
 * moves on, and a client would not ask for it again.
 * @throws the failure of the nodes; contracts alone fail nothing
 */
export async function confirmHoldings(
  { node, book }: { node: Node; book: TokenBook },
  { chain, address }: Account,
  holdings: readonly Holding[],
  signal: AbortSignal,
): Promise<NftItem[]> {
  const turn = turnOf(signal)
  // The block's number shows that the node is well.
  const [{ data, unanswered }] = await Promise.all([
    node.callMany(
      holdings.map((holding) => ownerCall(holding, address)),
      turn,
    ),
    node.ask('eth_blockNumber', [], turn, QUANTITY),
  ])
  const items = holdings.flatMap((holding, at) =>
    unanswered.has(at) ? [holding] : confirmed(holding, data[at], address),
  )
  const infos = await readInfos(book, chain, items, turn)
  return items.map((item) => {
    const info = infos.get(item.token.toLowerCase())
    return { ...item, collection: info?.name ?? '', spam: info?.spam ?? false }
  })
}

const ownerCall = ({ token, tokenId, standard }: Holding, owner: string): Call => ({
  to: token as Hex,
  data:
    standard === 'erc721'
      ? encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [BigInt(tokenId)] })
      : encodeFunctionData({
          abi: erc1155Abi,
          functionName: 'balanceOf',
          args: [owner as Hex, BigInt(tokenId)],
        }),
})

/** The holding as the contract confirms it now; none where it does not. */
const confirmed = (holding: Holding, answer: Hex | undefined, owner: string): Holding[] => {
  const word = readUint(answer) ?? 0n
  if (holding.standard === 'erc721')
    return word === BigInt(owner) ? [{ ...holding, amount: '1' }] : []
  return word > 0n ? [{ ...holding, amount: String(word) }] : []
}
