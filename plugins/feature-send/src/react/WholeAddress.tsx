import { Text } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import { styles } from './styles.js'

type Range = readonly [start: number, end: number]
/** Characters of a group. */
const GROUP_LENGTH = 4

/** Splits a group where marked and unmarked characters meet. */
function piecesOf(
  address: string,
  from: number,
  to: number,
  marks: readonly Range[],
): { text: string; isMarked: boolean }[] {
  const pieces: { text: string; isMarked: boolean }[] = []
  for (let at = from; at < to; at++) {
    const isMarked = marks.some(([start, end]) => start <= at && at < end)
    const last = pieces.at(-1)
    if (last?.isMarked === isMarked) last.text += address[at]!
    else pieces.push({ text: address[at]!, isMarked })
  }
  return pieces
}

/**
 * The positions at which groups begin. `0x` belongs to the first group: so the last four digits, which
 * people compare, form a group of their own.
 */
function startsOf(address: string): number[] {
  const first = GROUP_LENGTH + (address.startsWith('0x') ? 2 : 0)
  return [
    0,
    ...Array.from(
      { length: Math.max(0, Math.ceil((address.length - first) / GROUP_LENGTH)) },
      (_, index) => first + index * GROUP_LENGTH,
    ),
  ]
}

/**
 * A whole address in groups of four characters, left to right in every language. `marks`: ranges that
 * are highlighted, by more than colour.
 */
export function WholeAddress({
  address,
  marks = [],
}: {
  address: string
  marks?: readonly Range[]
}): ReactNode {
  const groups = startsOf(address).map((start, index, starts) =>
    piecesOf(address, start, starts[index + 1] ?? address.length, marks),
  )
  return (
    <bdi dir="ltr" style={styles.address} data-address={address}>
      {groups.map((pieces, index) => (
        <span key={index} style={styles.group}>
          {pieces.map(({ text, isMarked }, at) =>
            isMarked ? (
              <mark key={at} style={styles.mark}>
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
      ))}
    </bdi>
  )
}

/** The marked positions in words, counted from one. */
export function MarksInWords({
  address,
  marks,
}: {
  address: string
  marks: readonly Range[]
}): ReactNode {
  const places = marks
    .map(([start, end]) => (end - start === 1 ? `${end}` : `${start + 1}–${end}`))
    .join(', ')
  const count = marks.reduce((sum, [start, end]) => sum + end - start, 0)
  return <Text k="send.differs" params={{ count, places, total: address.length }} />
}
