export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** Prints figures beside their bounds. @returns {boolean} whether all hold */
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
