import * as v from 'valibot'
import { providerError } from '../askJson.js'
import { HASH } from './providerHistory.js'
import { type Nodes, turnOf } from './rpc/nodes.js'

const HEADER = v.object({ hash: HASH })

/**
 * Asks the host's own node for the blocks that a provider tells of.
 * @throws ProviderError where the node has another block there: the provider tells of another chain,
 * and the failure of the node where it does not answer, because nothing is believed unseen
 */
export async function requireSameChain(
  node: Nodes,
  blocks: readonly { block: number; blockHash: string }[],
  signal: AbortSignal,
): Promise<void> {
  const turn = turnOf(signal)
  const hashes = new Map(blocks.map(({ block, blockHash }) => [block, blockHash]))
  await Promise.all(
    [...hashes].map(async ([block, hash]) => {
      const number = `0x${block.toString(16)}`
      const header = await node.ask('eth_getBlockByNumber', [number, false], turn, HEADER)
      if (header.hash !== hash) throw providerError()
    }),
  )
}
