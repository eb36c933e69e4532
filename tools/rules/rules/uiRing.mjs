import { UI_LIBRARIES, isListed } from '../allow.mjs'
import { eagerFiles, packageIn, shippedImports, wayTo } from '../graph.mjs'
import { atImport, fullName, isBroken, packageName, staysInside } from '../violation.mjs'

const DIR = 'packages/ui-react'
const ALLOWED = [
  '@latchkey/plugin-api',
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
]
/** Loaded by plugins' views, which are lazy themselves, and by plugins' tests. */
const LAZY_DOORS = ['./kit', './testing']
/** Draws views as text, for tests: a page must not get it. */
const TEST_RENDERER = 'react-dom/server'

/** @type {import('../violation.mjs').Rule} */
export const uiRing = {
  name: 'ui-ring',
  says: 'ui-react imports plugin-api, react, react-dom, the kernel by type only, and listed libraries lazily',
  check: (graph) => {
    const house = packageIn(graph, DIR)
    if (!house) return []
    const eager = eagerFiles(graph, house, (door) => !LAZY_DOORS.includes(door))
    return shippedImports(graph, (candidate) => candidate === house)
      .filter(
        (found) => !staysInside(found) && !isBroken(found) && !ALLOWED.includes(fullName(found)),
      )
      .map((found) => judge(found, eager))
      .filter(Boolean)
  },
}

const judge = (found, eager) => {
  if (found.specifier === undefined)
    return atImport(found, 'cannot be checked', 'write the name as a literal')
  if (packageName(found) === '@latchkey/kernel') {
    return found.when === 'type'
      ? undefined
      : atImport(
          found,
          'takes the kernel by value',
          'write `import type { … }` (inline `type` leaves a bare import); at run time the kernel is given by the provider',
        )
  }
  if (!isListed(UI_LIBRARIES, packageName(found)) && fullName(found) !== TEST_RENDERER) {
    return atImport(
      found,
      'is outside the ring',
      `allowed are ${[...ALLOWED, ...UI_LIBRARIES].join(', ')}; the list is tools/rules/allow.mjs`,
    )
  }
  if (found.when !== 'eager' || !eager.has(found.from)) return undefined
  return atImport(
    found,
    `is loaded with the page (${wayTo(eager, found.from)})`,
    'reach the module that uses it by import()',
  )
}
