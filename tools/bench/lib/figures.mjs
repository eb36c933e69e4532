/** The value at a share of the sorted values: 0.25 for the lower quartile. */
export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share + 0.5)]

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/**
 * Prints a table whose last column says whether each bound holds. A row without a bound is only shown.
 * @param {string[]} heads of the columns between a row's name and its bound
 * @param {{ name: string, cells: string[], value?: number, bound?: number, unit?: string }[]} rows
 * @returns {boolean} whether all hold
 */
export function judgeTable(title, heads, rows) {
  const said = rows.map(({ name, cells, value, bound, unit = '' }) => {
    if (bound === undefined) return { line: [name, ...cells, '', ''], held: true }
    const held = value <= bound
    return { line: [name, ...cells, `<= ${bound}${unit}`, held ? 'held' : 'missed'], held }
  })
  const lines = [['', ...heads, 'bound', ''], ...said.map(({ line }) => line)]
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  console.log(`\n${title}`)
  for (const [name, ...cells] of lines) {
    const padded = cells.map((cell, column) => cell.padStart(widths[column + 1]))
    console.log(`  ${[name.padEnd(widths[0]), ...padded].join('  ')}`.trimEnd())
  }
  return said.every(({ held }) => held)
}

/**
 * Prints figures beside their bounds.
 * @returns {boolean} whether all hold
 */
export function judge(title, rows) {
  console.log(`\n${title}`)
  let good = true
  for (const { name, value, bound, unit = '', note = '' } of rows) {
    const holds = bound === undefined || value <= bound
    good &&= holds
    const limit =
      bound === undefined ? '' : `<= ${bound}${unit}  ${holds ? 'holds' : 'DOES NOT HOLD'}`
    console.log(`  ${name.padEnd(52)} ${value.toFixed(2).padStart(9)}${unit}  ${limit} ${note}`)
  }
  return good
}
