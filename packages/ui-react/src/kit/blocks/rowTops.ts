/** Height of a row and of the gap after it in px, as the kit's style sheet sets them. */
const ROW_HEIGHT_PX = 48
const GAP_PX = 4

/** The top of each row in px from the first row, followed by the height of the whole list. */
export function rowTops(count: number, heights: ReadonlyMap<number, number>): Float64Array {
  const tops = new Float64Array(count + 1)
  for (let index = 0; index < count; index++)
    tops[index + 1] = tops[index]! + (heights.get(index) ?? ROW_HEIGHT_PX) + GAP_PX
  if (count > 0) tops[count]! -= GAP_PX
  return tops
}

/** The index of the row at height `y` in px, limited to the first and the last row. */
export function rowAt(tops: Float64Array, y: number): number {
  let low = 0
  let high = Math.max(0, tops.length - 2)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (tops[middle]! <= y) low = middle
    else high = middle - 1
  }
  return low
}
