import { type NodeFault } from './errors.js'

export type FollowState =
  | 'starting'
  /** Another process follows the chain. */
  | 'waiting'
  | 'following'
  /** All nodes are below the own top. */
  | 'behind'
  /** The nodes serve another chain than the one that was stored. */
  | 'other_chain'
  /** The answer for a single block is longer than one may be. */
  | 'too_large'
  /** No node answers in time. */
  | 'timed_out'
  | 'failing'

/** For `/health` and `/metrics`. Times are milliseconds since 1970. */
export interface FollowHealth {
  chain: string
  state: FollowState
  /** Since when the state is this one. */
  since: number
  /** The block up to which everything is stored. */
  top?: number
  head?: number
  /** Accounts whose old logs are still being read. */
  filling: number
  /** Windows that were kept since the start; reorganisations; commits that another was ahead of. */
  windows: number
  reorgs: number
  conflicts: number
}

export const newHealth = (chain: string): FollowHealth => ({
  chain,
  state: 'starting',
  since: Date.now(),
  filling: 0,
  windows: 0,
  reorgs: 0,
  conflicts: 0,
})

const STATES: Partial<Record<NodeFault, FollowState>> = {
  'node.behind': 'behind',
  'node.other_chain': 'other_chain',
  'node.too_large': 'too_large',
  'node.timed_out': 'timed_out',
}

/** Of a chain whose nodes have all failed, the last one in this way. */
export const stateOf = (fault: NodeFault | undefined): FollowState =>
  (fault && STATES[fault]) ?? 'failing'

type Count = Exclude<keyof FollowHealth, 'chain' | 'state' | 'since'>

const SERIES: readonly (readonly [Count, 'gauge' | 'counter', string])[] = [
  ['top', 'gauge', 'The block up to which everything is stored.'],
  ['head', 'gauge', 'The newest block of the node.'],
  ['filling', 'gauge', 'Accounts whose old logs are being read.'],
  ['windows', 'counter', 'Windows of blocks that were kept.'],
  ['reorgs', 'counter', 'Reorganisations that were followed.'],
  ['conflicts', 'counter', 'Windows that another follower was ahead of.'],
]

/** The state of each chain, in Prometheus' text format 0.0.4. */
export function followMetrics(prefix: string, chains: readonly FollowHealth[]): string {
  if (chains.length === 0) return ''
  const table = (name: string, type: string, help: string, lines: readonly string[]) =>
    `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.map((line) => `${name}${line}\n`).join('')}`
  const known = SERIES.map(([field, type, help]) =>
    table(
      `${prefix}_follower_${field}${type === 'counter' ? '_total' : ''}`,
      type,
      help,
      chains.flatMap((of) => (of[field] === undefined ? [] : `{chain="${of.chain}"} ${of[field]}`)),
    ),
  )
  const lags = chains.flatMap(({ chain, top, head }) =>
    top === undefined || head === undefined
      ? []
      : [`{chain="${chain}"} ${Math.max(0, head - top)}`],
  )
  const states = chains.map(({ chain, state }) => `{chain="${chain}",state="${state}"} 1`)
  return [
    ...known,
    table(`${prefix}_follower_lag_blocks`, 'gauge', 'Blocks between head and top.', lags),
    table(`${prefix}_follower_state`, 'gauge', 'The state of each chain, as in /health.', states),
  ].join('')
}
