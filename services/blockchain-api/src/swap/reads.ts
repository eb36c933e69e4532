import { type Hex } from 'viem'
import { type Node } from '../sources/rpc/calls.js'
import { type Call, type Turn } from '../sources/rpc/nodes.js'

/** Reads of contracts that are asked together, each with its own meaning. */
export interface Reads {
  /** @returns what was read, after `run`; `undefined` where the contract failed or is not there */
  add<Value>(call: Call, decode: (data: Hex) => Value): () => Value | undefined
  /** @throws where a read was not answered */
  run(node: Node, turn: Turn): Promise<void>
}

export function createReads(): Reads {
  const calls: Call[] = []
  let answers: readonly (Hex | undefined)[] = []
  return {
    add(call, decode) {
      const at = calls.push(call) - 1
      return () => {
        const data = answers[at]
        if (data === undefined || data === '0x') return undefined
        try {
          return decode(data)
        } catch {
          return undefined
        }
      }
    },
    async run(node, turn) {
      const { data, unanswered } = await node.callMany(calls, turn)
      // Without an answer nothing is known: that must not look like a pair that nobody trades.
      if (unanswered.size > 0) throw Object.assign(new Error('no answer'), { name: 'NodeError' })
      answers = data
    },
  }
}
