// Reads licence expressions, and decides which may reach a host's bundle. Libraries that read SPDX
// expressions bring a list of names under a licence that is not allowed here (CC-BY-3.0).

const ALLOWED =
  /^(?:MIT|MIT-0|Apache-2\.0|ISC|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|BSD|BSD-[1-4]-Clause\b.*)$/
const INNERMOST = /\(([^()]*)\)/

/**
 * The licence of a package.json as one SPDX expression; reads the older forms (object, list) too.
 */
export function licenceOf({ license, licenses = license }) {
  const names = [license ?? licenses].flat().map((one) => one?.type ?? one)
  return names.filter(Boolean).join(' OR ') || 'none given'
}

/**
 * Whether we may choose only allowed licences under this expression: of `A OR B` one is enough, of
 * `A AND B` both must be.
 */
export function isAllowed(expression) {
  if (INNERMOST.test(expression))
    return isAllowed(
      expression.replace(INNERMOST, (_, inner) => (isAllowed(inner) ? 'MIT' : 'refused')),
    )
  return expression
    .split(/\s+OR\s+/i)
    .some((choice) => choice.split(/\s+AND\s+/i).every((name) => ALLOWED.test(name.trim())))
}
