import type { ReactNode } from 'react'
import { styles } from './styles.js'

/** A name on a line of its own, left to right in every language, with marked ranges. */
export function MarkedName({
  name,
  marks,
}: {
  name: string
  marks: readonly (readonly [start: number, end: number])[]
}): ReactNode {
  return (
    <div style={styles.block}>
      <bdi dir="ltr" data-name={name}>
        {marks.map(([start, end], index) => (
          <span key={start}>
            {name.slice(marks[index - 1]?.[1] ?? 0, start)}
            <mark style={styles.mark}>{name.slice(start, end)}</mark>
          </span>
        ))}
        {name.slice(marks.at(-1)?.[1] ?? 0)}
      </bdi>
    </div>
  )
}
