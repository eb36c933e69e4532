import { Fragment, type ReactNode } from 'react'
import { styles } from './styles.js'

type Range = readonly [start: number, end: number]

/** An address or hash, whole and left to right in every language, with marked ranges. */
export function MarkedAddress({
  address,
  marks = [],
}: {
  address: string
  marks?: readonly Range[]
}): ReactNode {
  return (
    <bdi dir="ltr" style={styles.address} data-address={address}>
      {address.slice(0, marks[0]?.[0])}
      {marks.map(([start, end], index) => (
        <Fragment key={start}>
          <mark style={styles.mark}>{address.slice(start, end)}</mark>
          {address.slice(end, marks[index + 1]?.[0])}
        </Fragment>
      ))}
    </bdi>
  )
}
