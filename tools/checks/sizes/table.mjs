// Compares figures with budgets, and prints both.

/** @typedef {{ part: string, title: string, max: number, unit: string }} Budget */

/**
 * @param {Budget[]} budgets
 * @param {Record<string, number>} parts
 * @returns {{ title: string, failures: string[] }[]}
 */
export const judge = (budgets, parts) =>
  budgets.map(({ part, title, max, unit }) => {
    const value = parts[part]
    const said = unit && ` ${unit}`
    const failure =
      value === undefined
        ? 'could not be measured (see the notes)'
        : `${value}${said} is ${value - max} over the budget of ${max}; ` +
          'make it smaller or load it later, a budget is raised only by an ADR'
    return {
      title: `${title} <= ${max}${said}`,
      failures: value <= max ? [] : [`${title}: ${failure}`],
    }
  })

/**
 * @param {Budget[]} budgets
 * @param {Record<string, number>} parts
 * @param {{ title: string, bytes: number }[]} apart
 */
export const table = (budgets, parts, apart) => {
  const rows = [
    ['part', 'bytes', 'budget', 'spare'],
    ...budgets.map(({ part, title, max }) => [title, parts[part] ?? '?', max, max - parts[part]]),
    ...apart.map(({ title, bytes }) => [`(${title})`, bytes, '', '']),
  ]
  const width = Math.max(...rows.map(([title]) => title.length))
  return rows
    .map(([title, ...cells]) => [title.padEnd(width), ...cells.map(cellOf)].join('  ').trimEnd())
    .join('\n')
}
const cellOf = (value) => (Number.isNaN(value) ? '?' : String(value)).padStart(6)
