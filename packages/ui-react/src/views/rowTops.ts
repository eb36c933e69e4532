/** Px of a row and of the gap after it, as the kit draws them. */
const ROW = 48
const GAP = 4

/** Where each row begins, px from the first; after the last, the height of all. */
export function topsOf(count: number, heights: ReadonlyMap<number, number>): Float64Array {
  const tops = new Float64Array(count + 1)
  for (let index = 0; index < count; index++) tops[index + 1] = tops[index]! + ROW + GAP
  for (const [tall, height] of heights)
    for (let index = tall; index < count; index++) tops[index + 1]! += height - ROW
  if (count > 0) tops[count]! -= GAP
  return tops
}

/** The row at a height; the first above all, the last below. */
export function firstAt(tops: Float64Array, y: number): number {
  let low = 0
  let high = Math.max(0, tops.length - 2)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (tops[middle]! <= y) low = middle
    else high = middle - 1
  }
  return low
}
