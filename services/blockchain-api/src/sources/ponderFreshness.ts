import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot' // MIT, the house's schemas: a node's answer is not believed
import { type ChainConfig } from '../chains.js'
import { numberOf } from '../swap/connector.js'
import { HASH } from './providerHistory.js'
import { type Node } from './rpc/calls.js'
import { QUANTITY, turnOf } from './rpc/nodes.js'
import { type PonderHead } from './ponderTables.js'
import { type SourceHealth } from './source.js'

export interface Freshness {
  /** Compares Ponder's last block of a chain with the node's, unless that was done a moment ago. */
  look(chain: ChainConfig): Promise<SourceHealth>
  /**
   * Waits until the tables are as the chain is, as long as Ponder needs for an ordinary reorganisation.
   * @throws StaleError where they stay different, AwayError where that cannot be told, and what `signal`
   * says
   */
  require(chain: ChainConfig, signal: AbortSignal): Promise<void>
}

interface Parts {
  readHead(chain: number, signal: AbortSignal): Promise<PonderHead | undefined>
  nodeOf(chain: ChainConfig): Node
  now(): number
}

/** Requests share a look for so long. */
const LOOK_MS = 2000
/** The same, while the tables differ and a request waits. */
const LOOK_AGAIN_MS = 250
/** Database and node have this together. */
const LOOK_TIME_MS = 1500
/** Polling at a second, Ponder has worked an ordinary reorganisation in by then. */
const WORK_IN_MS = 2500
/** A block that the node has had for longer must be in the tables. */
const MAX_LAG_MS = 60_000

const BLOCK = v.nullable(v.object({ hash: HASH, timestamp: QUANTITY }))

export function createFreshness(parts: Parts): Freshness {
  const looks = new Map<string, { at: number; answer: Promise<SourceHealth> }>()
  const since = new Map<string, Pick<SourceHealth, 'state' | 'since'>>()
  const judgeNow = async (chain: ChainConfig): Promise<SourceHealth> => {
    const judged = await judge(parts, chain).catch(() => away(chain))
    const before = since.get(chain.id)
    const isSame = before !== undefined && (before.state === 'ok') === (judged.state === 'ok')
    const found = { ...judged, since: isSame ? before.since : Date.now() }
    since.set(chain.id, found)
    return found
  }
  const look = (chain: ChainConfig, maxAgeMs = LOOK_MS): Promise<SourceHealth> => {
    const last = looks.get(chain.id)
    if (last && Date.now() - last.at < maxAgeMs) return last.answer
    const answer = judgeNow(chain)
    looks.set(chain.id, { at: Date.now(), answer })
    return answer
  }
  return {
    look: (chain) => look(chain),
    async require(chain, signal) {
      for (let health = await look(chain); health.state !== 'ok';) {
        const isLasting = Date.now() - health.since >= WORK_IN_MS
        if (isLasting || health.state === 'away') throw toError(health)
        await pause(LOOK_AGAIN_MS, undefined, { signal })
        health = await look(chain, LOOK_AGAIN_MS)
      }
    },
  }
}

const judge = async (
  { readHead, nodeOf, now }: Parts,
  chain: ChainConfig,
): Promise<Omit<SourceHealth, 'since'>> => {
  const signal = AbortSignal.timeout(LOOK_TIME_MS)
  const head = await readHead(Number(numberOf(chain.id)), signal)
  if (!head) return { chain: chain.id, state: 'lagging' }
  const turn = turnOf(signal, LOOK_TIME_MS)
  const blockAt = (number: number) =>
    nodeOf(chain).ask('eth_getBlockByNumber', [`0x${number.toString(16)}`, false], turn, BLOCK)
  const [same, next] = await Promise.all([blockAt(head.number), blockAt(head.number + 1)])
  const found = { chain: chain.id, top: head.number }
  if (!same) return { ...found, state: 'behind' }
  if (same.hash !== head.hash) return { ...found, state: 'other_chain' }
  const isLate = next !== null && now() - Number(next.timestamp) * 1000 > MAX_LAG_MS
  return { ...found, state: isLate ? 'lagging' : 'ok' }
}

const away = ({ id: chain }: ChainConfig) => ({ chain, state: 'away' as const })

const toError = ({ chain, state }: SourceHealth): Error =>
  state === 'away'
    ? Object.assign(new Error(`the database or the node of ${chain} does not answer`), {
        name: 'AwayError',
      })
    : Object.assign(new Error(`the tables are not as the chain ${chain} is: ${state}`), {
        name: 'StaleError',
      })
