// Tells in lines what changed between two reports.

const SHOWN = 40

/**
 * The lines that are gone and the lines that are new, by the longest common sequence; enough for a person to see what to do.
 * @param {string} before
 * @param {string} after
 * @returns {string[]} `- gone`, `+ new`; empty when the texts are the same
 */
export const changedLines = (before, after) => {
  const [old, now] = trimCommon(before.split('\n'), after.split('\n'))
  const lengths = commonLengths(old, now)
  const changes = []
  for (let row = 0, column = 0; row < old.length || column < now.length;) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      row += 1
      column += 1
    } else if (
      column >= now.length ||
      (row < old.length && lengths[row + 1][column] >= lengths[row][column + 1])
    )
      changes.push(`- ${old[row++]}`)
    else changes.push(`+ ${now[column++]}`)
  }
  return changes.length > SHOWN
    ? [...changes.slice(0, SHOWN), `… and ${changes.length - SHOWN} lines more`]
    : changes
}

const trimCommon = (old, now) => {
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1
  let end = 0
  while (
    end < Math.min(old.length, now.length) - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1
  return [old.slice(start, old.length - end), now.slice(start, now.length - end)]
}

const commonLengths = (old, now) => {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1))
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      lengths[row][column] =
        old[row] === now[column]
          ? lengths[row + 1][column + 1] + 1
          : Math.max(lengths[row + 1][column], lengths[row][column + 1])
    }
  }
  return lengths
}
