import { badInput } from '@latchkey/service-kit/http'
import { type Hex } from 'viem'
import { createBoundedCache } from '@latchkey/service-kit/shared'
import { type ChainConfig } from '../chains.js'
import { type Node } from '../sources/rpc/calls.js'
import { HEX, type Turn } from '../sources/rpc/nodes.js'
import { isAway } from './chainReads.js'
import { NATIVE } from './quoteSource.js'

/** Whether addresses have a contract. One that has is not asked about again. */
export interface Contracts {
  /** @throws Refusal 400 with that field where there is none, 503 where no node answers */
  require(chain: ChainConfig, field: string, token: Hex, turn: Turn): Promise<void>
}

const MAX_KNOWN = 10_000

export function createContracts(nodeOf: (chain: ChainConfig) => Node): Contracts {
  const known = createBoundedCache<true>(MAX_KNOWN)
  return {
    async require(chain, field, token, turn) {
      const key = `${chain.id}:${token}`
      if (token === NATIVE || known.get(key)) return
      const code = await nodeOf(chain)
        .ask('eth_getCode', [token, 'latest'], turn, HEX)
        .catch(isAway)
      if (code === '0x')
        throw badInput(field, 'There is no contract at this address. Name a token of the chain.')
      known.set(key, true, 1)
    },
  }
}
