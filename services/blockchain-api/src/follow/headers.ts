import { type FollowerStore, type Header } from '../store/follower.js'
import { type Node } from './node.js'
import { quantity, readHeader } from './wire.js'

/** Headers that are compared at once on the way back. */
const COMPARED = 64

export async function readHeaderAt(node: Node, number: number): Promise<Header> {
  const [block] = await node.ask([['eth_getBlockByNumber', quantity(number), false]])
  return readHeader(block)
}

/** Walks back from a block to the last header that was kept and that the node has too. */
export async function findCommon(
  node: Node,
  store: Pick<FollowerStore, 'headersBelow'>,
  chain: string,
  above: number,
): Promise<Header> {
  for (let below = above; ;) {
    const stored = await store.headersBelow(chain, below, COMPARED)
    // Below the first stored header nothing was kept: everything above its parent is read anew.
    if (!stored.length) return readHeaderAt(node, Math.max(below - 1, 0))
    const answers = await node.ask(
      stored.map(({ number }) => ['eth_getBlockByNumber', quantity(number), false] as const),
    )
    const at = stored.findIndex(({ hash }, index) => readHeader(answers[index]).hash === hash)
    if (at >= 0) return stored[at]!
    below = stored.at(-1)!.number
  }
}
