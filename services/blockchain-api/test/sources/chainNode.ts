import { startFakeNode } from '../fakeNode.js'
import { blockHashOf } from './fakeChain.js'

/** The host's own node of the chain of the fakes: it knows the hash of each block. */
export async function startChainNode() {
  const node = await startFakeNode()
  node.state.answer = (method, [number]) =>
    method === 'eth_getBlockByNumber' ? { hash: blockHashOf(Number(number)) } : undefined
  return node
}
