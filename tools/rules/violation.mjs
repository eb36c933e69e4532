// What a rule hands back.

/**
 * @typedef {object} Violation
 * @property {string} file below the root
 * @property {number} line from 1
 * @property {string} what happened
 * @property {string} mend what to do
 *
 * @typedef {object} Rule
 * @property {string} name
 * @property {string} says one line
 * @property {(graph: import('./graph.mjs').Graph) => Violation[]} check
 */

/**
 * A violation at an import.
 * @param {import('./graph.mjs').Import} found
 * @param {string} why
 * @param {string} mend
 * @returns {Violation}
 */
export const atImport = (found, why, mend) => ({
  file: found.from,
  line: found.line,
  what: `${describe(found)} ${why}`,
  mend,
})

/** `import type of "react"`, `import() of a computed name`. */
const describe = (found) => {
  const form = found.when === 'type' && found.form === 'import' ? 'import type' : found.form
  return `${form} of ${found.specifier === undefined ? 'a computed name' : `"${found.specifier}"`}`
}

/** The package that an import names, in the house or installed. */
export const packageName = (found) =>
  found.target.house?.name ?? found.target.external ?? found.target.builtin

/** `react-dom/client`: package and what of it. */
export const fullName = (found) => {
  const { subpath = '.' } = found.target
  return `${packageName(found)}${subpath.slice(1)}`
}

/** Does the import stay in the importing package? A computed one is not known to. */
export const staysInside = (found) => found.target.house === found.owner

/** A path that leads to nothing: the compiler reports it, a rule has no more to say. */
export const isBroken = (found) => found.specifier !== undefined && packageName(found) === undefined
