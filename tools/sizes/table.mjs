// Puts figures beside budgets.

/** @typedef {{ part: string, title: string, max: number, unit: string }} Budget */

/**
 * @param {Budget[]} budgets
 * @param {Record<string, number>} parts
 * @returns {{ title: string, failures: string[] }[]}
 */
export const judge = (budgets, parts) =>
  budgets.map(({ part, title, max, unit }) => {
    const value = parts[part]
    const said = unit ? ` ${unit}` : ''
    if (value === undefined)
      return {
        title: `${title} <= ${max}${said}`,
        failures: [`${title}: could not be measured (see the notes)`],
      }
    const over =
      value > max
        ? [
            `${title}: ${value}${said} is ${value - max} over the budget of ${max}; make it smaller or load it later, a budget is raised only by an ADR`,
          ]
        : []
    return { title: `${title} <= ${max}${said}`, failures: over }
  })

/**
 * @param {Budget[]} budgets
 * @param {Record<string, number>} parts
 * @param {{ title: string, bytes: number }[]} apart
 */
export const table = (budgets, parts, apart) => {
  const rows = [
    ['part', 'bytes', 'budget', 'spare'],
    ...budgets.map(({ part, title, max }) => {
      const value = parts[part]
      return value === undefined ? [title, '?', max, '?'] : [title, value, max, max - value]
    }),
    ...apart.map(({ title, bytes }) => [`(${title})`, bytes, '', '']),
  ].map((row) => row.map(String))
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
