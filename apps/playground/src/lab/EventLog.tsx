import { useEffect, useState, type ReactNode } from 'react'
import type { PlaygroundKernel } from '../kernels.js'

/** The names of the kernel's last 50 events with their times, the newest first. */
export function EventLog({ kernel }: { kernel: PlaygroundKernel }): ReactNode {
  const [lines, setLines] = useState<readonly string[]>([])
  useEffect(
    () =>
      kernel.onAny((name) =>
        setLines((old) => [`${new Date().toLocaleTimeString()} ${name}`, ...old].slice(0, 50)),
      ),
    [kernel],
  )
  return (
    <details open>
      <summary>Events</summary>
      <ol data-testid="events">
        {lines.map((line, index) => (
          <li key={lines.length - index}>{line}</li>
        ))}
      </ol>
    </details>
  )
}
