import { Text } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import { looks } from './looks.js'

type Range = readonly [start: number, end: number]
/** Characters that are read together. */
const GROUP = 4

/** A piece of a group, marked or not. */
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

/** Where groups begin: `0x` belongs to the first, so that the last four, which people compare, stand together. */
function startsOf(address: string): number[] {
  const first = GROUP + (address.startsWith('0x') ? 2 : 0)
  return [
    0,
    ...Array.from(
      { length: Math.max(0, Math.ceil((address.length - first) / GROUP)) },
      (_, index) => first + index * GROUP,
    ),
  ]
}

/** The whole of an address in groups of four, left to right in every language. `marks`: places that are set apart, by shape and not by colour alone. */
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
    <bdi dir="ltr" style={looks.address} data-address={address}>
      {groups.map((pieces, index) => (
        <span key={index} style={looks.group}>
          {pieces.map(({ text, isMarked }, at) =>
            isMarked ? (
              <mark key={at} style={looks.mark}>
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

/** The places of the marks in words, as positions counted from one. */
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
