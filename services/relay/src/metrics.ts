const HELP = {
  connections_opened_total: 'Connections let in.',
  connections_closed_total: 'Connections ended, by reason.',
  connections_refused_total: 'Connections refused, by reason.',
  requests_total: 'Requests, by method and outcome.',
  published_total: 'Messages published.',
  delivered_total: 'Messages pushed to a client.',
  acknowledged_total: 'Pushed messages that the client acknowledged.',
  slow_consumers_total: 'Clients cut off because they did not read.',
  bounds_met_total:
    'Requests and pushes refused, and clients ended, by the bound: of what, and of a connection, a client or all.',
} as const

type Counter = keyof typeof HELP
/** Values now, with what they mean. */
export type Gauges = Readonly<Record<string, readonly [value: number, help: string]>>

export interface Metrics {
  count(name: Counter, labels?: Readonly<Record<string, string>>): void
  /** In Prometheus' text format 0.0.4. */
  text(gauges: Gauges): string
}

/** Labels come from fixed lists, never from what a client sent: the number of series is bounded. */
export function createMetrics(): Metrics {
  const counters = new Map<Counter, Map<string, number>>(
    (Object.keys(HELP) as Counter[]).map((name) => [name, new Map()]),
  )
  const series = (name: Counter): string => {
    const lines = [...(counters.get(name) ?? [])].map(
      ([labels, value]) => `latchkey_relay_${name}${labels} ${value}\n`,
    )
    return `# HELP latchkey_relay_${name} ${HELP[name]}\n# TYPE latchkey_relay_${name} counter\n${lines.join('')}`
  }
  return {
    count(name, labels) {
      const values = counters.get(name)
      const key = labels
        ? `{${Object.entries(labels)
            .map(([label, value]) => `${label}="${value}"`)
            .join(',')}}`
        : ''
      values?.set(key, (values.get(key) ?? 0) + 1)
    },
    text: (gauges) =>
      (Object.keys(HELP) as Counter[]).map(series).join('') +
      Object.entries(gauges)
        .map(
          ([name, [value, help]]) =>
            `# HELP latchkey_relay_${name} ${help}\n# TYPE latchkey_relay_${name} gauge\nlatchkey_relay_${name} ${value}\n`,
        )
        .join(''),
  }
}
