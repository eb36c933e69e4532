/** Current values with their descriptions. */
export type Gauges = Readonly<Record<string, readonly [value: number, help: string]>>

export interface Metrics<Counter extends string = string> {
  count(name: Counter, labels?: Readonly<Record<string, string>>): void
  /** In Prometheus' text format 0.0.4. */
  text(gauges: Gauges): string
}

/**
 * Labels come from fixed lists and never from a client's input, so that the number of series is
 * bounded.
 * @param prefix before each name: `latchkey_relay`
 * @param help each counter with its description
 */
export function createMetrics<Counter extends string>(
  prefix: string,
  help: Readonly<Record<Counter, string>>,
): Metrics<Counter> {
  const names = Object.keys(help) as Counter[]
  const counters = new Map<Counter, Map<string, number>>(names.map((name) => [name, new Map()]))
  const series = (name: Counter): string => {
    const lines = [...(counters.get(name) ?? [])].map(
      ([labels, value]) => `${prefix}_${name}${labels} ${value}\n`,
    )
    return `# HELP ${prefix}_${name} ${help[name]}\n# TYPE ${prefix}_${name} counter\n${lines.join('')}`
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
      names.map(series).join('') +
      Object.entries(gauges)
        .map(
          ([name, [value, text]]) =>
            `# HELP ${prefix}_${name} ${text}\n# TYPE ${prefix}_${name} gauge\n` +
            `${prefix}_${name} ${value}\n`,
        )
        .join(''),
  }
}

/** The memory of this process, which every service shows. */
export const memoryGauges = (): Gauges => {
  const { rss, heapUsed } = process.memoryUsage()
  return {
    resident_memory_bytes: [rss, 'Memory of the process.'],
    heap_used_bytes: [heapUsed, 'Memory of its objects.'],
  }
}
