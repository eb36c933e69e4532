import { type Log, inTime } from '@latchkey/service-kit'
import { type Refusal, isOfStore, isRefusal, refusal } from '@latchkey/service-kit/http'
import { type Circuits, createCircuits } from '@latchkey/service-kit/shared'
import { type Source, type SourceHealth } from './source.js'

type Ability = 'history' | 'balances' | 'nfts' | 'approvals' | 'prices' | 'metadata' | 'settled'
/** A source that surely has one ability. */
type Able<Kind extends Ability> = Source & Required<Pick<Source, Kind>>

export interface SourcePool {
  /**
   * Asks the sources of a chain in the host's order until one answers.
   * @param only asks this source and no other, as a cursor wants it
   * @throws Refusal 503 where none answers, and any Refusal of a source
   */
  ask<Kind extends Ability, Answer>(
    kind: Kind,
    chain: string,
    call: (source: Able<Kind>, signal: AbortSignal) => Promise<Answer>,
    only?: string,
  ): Promise<{ answer: Answer; source: string }>
  has(kind: Ability, chain: string): boolean
  /**
   * The first source of a chain that can do it and does not rest. Its failures are not counted: it is
   * for what strangers decide, such as a dead host of a picture, which must not rest a source.
   */
  find<Kind extends Ability>(kind: Kind, chain: string): Able<Kind> | undefined
  /** The sources that rest after failures, each with its chain: `rpc eip155:1`. */
  resting(): readonly string[]
  /** The chains of the sources that have a copy of them. */
  health(): Promise<readonly (SourceHealth & { source: string })[]>
  /** Gives back what the sources opened. */
  close(): Promise<void>
}

export interface PoolOptions {
  sources: readonly Source[]
  log: Log
  /** Which sources rest after failures: by default those that failed here. */
  circuits?: Circuits
  /** Called for each failure of a source. */
  onFailure?: (source: string, chain: string) => void
  /** How long one source may take. */
  timeoutMs?: number
  now?: () => number
}

const TIMEOUT_MS = 4000
/** A balancer waits for this. */
const HEALTH_MS = 2000

export function createSourcePool({
  sources,
  log,
  circuits = createCircuits({ prefix: '' }),
  onFailure = () => {},
  timeoutMs = TIMEOUT_MS,
  now = Date.now,
}: PoolOptions): SourcePool {
  /** Failures of one answer that several requests waited for. */
  const counted = new WeakSet<object>()
  const able = <Kind extends Ability>(kind: Kind, chain: string): Able<Kind>[] =>
    sources.filter(
      (source): source is Able<Kind> => source[kind] !== undefined && source.chains.includes(chain),
    )
  return {
    async ask(kind, chain, call, only) {
      let last: Refusal | undefined
      for (const source of able(kind, chain)) {
        const name = `${source.id} ${chain}`
        if ((only !== undefined && source.id !== only) || circuits.isResting(name)) continue
        try {
          return {
            answer: await inTime(timeoutMs, (signal) => call(source, signal)),
            source: source.id,
          }
        } catch (error) {
          if (isRefusal(error)) {
            if (!isOfStore(error)) throw error
            // Not the source's fault: it answers at once when the store does.
            last = error
            continue
          }
          if (!counted.has(error as object)) {
            circuits.fail(name)
            onFailure(source.id, chain)
          }
          if (error instanceof Error) counted.add(error)
          const word = error instanceof Error ? error.name : 'unknown'
          log('warn', 'source.failed', { source: source.id, chain, kind, error: word })
        }
      }
      throw last ?? refusal(503, 'source', 'No source of this chain answers now. Ask again later.')
    },
    has: (kind, chain) => able(kind, chain).length > 0,
    find: (kind, chain) =>
      // A dead node of one chain must not rest the same source on another.
      able(kind, chain).find(({ id }) => !circuits.isResting(`${id} ${chain}`)),
    resting: circuits.resting,
    health: async () => (await Promise.all(sources.map((source) => healthOf(source, now)))).flat(),
    close: async () => void (await Promise.all(sources.map((source) => source.close?.()))),
  }
}

/** A source that fails to say how its chains are is away. */
const healthOf = async (source: Source, now: () => number) => {
  if (!source.health) return []
  const found = await inTime(HEALTH_MS, async () => source.health?.()).catch(() =>
    source.chains.map((chain) => ({ chain, state: 'away' as const, since: now() })),
  )
  return (found ?? []).map((chain) => ({ source: source.id, ...chain }))
}
