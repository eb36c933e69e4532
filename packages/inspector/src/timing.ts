import type { LogEntry } from './log.js'

export interface Timing {
  readonly what: string
  /** ms since the recording began. */
  readonly at: number
  /** Duration in ms; `undefined` while it is not over. */
  readonly ms: number | undefined
  readonly outcome: string
}
type Event = Extract<LogEntry, { event: string }>

/** The outcome if an event ends what another one began, else `undefined`. */
const outcomeOf = (
  begun: Event,
  { event, connectorId, code, reason }: Event,
): string | undefined => {
  if (begun.event === 'modal:opened') return event === 'modal:closed' ? 'closed' : undefined
  if (begun.connectorId !== connectorId) return undefined
  return event === 'connection:established'
    ? 'connected'
    : event === 'connection:failed'
      ? (code ?? reason ?? 'failed')
      : undefined
}

/** How long things took: plugins until ready, connects, openings of the modal. */
export function timings(entries: readonly LogEntry[]): readonly Timing[] {
  const events = entries.filter((entry): entry is Event => 'event' in entry)
  return events.flatMap((begun, index): Timing[] => {
    const { event, at, connectorId } = begun
    if (event === 'kernel:ready')
      return [{ what: 'ready', at: 0, ms: at, outcome: 'all plugins have started' }]
    if (event !== 'connection:started' && event !== 'modal:opened') return []
    const end = events.slice(index + 1).find((later) => outcomeOf(begun, later) !== undefined)
    return [
      {
        what: event === 'modal:opened' ? 'modal open' : `connect ${connectorId}`,
        at,
        ms: end && Math.round((end.at - at) * 10) / 10,
        outcome: end ? outcomeOf(begun, end)! : 'under way',
      },
    ]
  })
}
