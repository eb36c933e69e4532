import { PLUGIN_SDKS, PURE_LIBRARIES, isListed } from '../allow.mjs'
import { eagerFiles, shippedImports, wayTo } from '../graph.mjs'
import { atImport, fullName, isBroken, packageName, staysInside } from '../violation.mjs'

const CONTRACT = '@latchkey/plugin-api'
const KIT = '@latchkey/ui-react/kit'
const REACT = ['react', 'react/jsx-runtime', KIT]

/** @type {import('../violation.mjs').Rule} */
export const pluginSeesContract = {
  name: 'plugin-sees-contract',
  says: 'a plugin imports plugin-api and its SDK; never the kernel; another plugin by type only; react and the kit in src/react/',
  check: (graph) =>
    graph.packages
      .filter((house) => house.group === 'plugins')
      .flatMap((house) => {
        const eager = eagerFiles(graph, house)
        return shippedImports(graph, (candidate) => candidate === house)
          .filter(
            (found) => !staysInside(found) && !isBroken(found) && packageName(found) !== CONTRACT,
          )
          .map((found) => judge(found, eager))
          .filter(Boolean)
      }),
}

const judge = (found, eager) => {
  if (found.specifier === undefined)
    return atImport(found, 'cannot be checked', 'write the name as a literal')
  const { house } = found.target
  if (house?.group === 'plugins') {
    return found.when === 'type'
      ? undefined
      : atImport(
          found,
          'takes another plugin by value',
          'write `import type` and reach it by ctx.use(id) or ctx.peer(id)',
        )
  }
  if (house?.dir === 'packages/kernel')
    return atImport(
      found,
      'knows the kernel',
      'ask ctx for a port; the contract is all a plugin sees',
    )
  if (REACT.includes(fullName(found))) return judgeReact(found)
  if (isListed(PLUGIN_SDKS[found.owner.folder] ?? [], packageName(found))) return undefined
  if (isListed(PURE_LIBRARIES, packageName(found))) return judgeLibrary(found, eager)
  return atImport(
    found,
    'is not what a plugin sees',
    `allowed are ${CONTRACT}, the plugin's own SDK and pure libraries (tools/rules/allow.mjs)`,
  )
}

const judgeReact = (found) => {
  const allowed =
    found.from.startsWith(`${found.owner.dir}/src/react/`) ||
    (found.when === 'type' && fullName(found) === KIT)
  return allowed
    ? undefined
    : atImport(found, 'stands outside src/react/', 'move the component into src/react/')
}

const judgeLibrary = (found, eager) =>
  found.when !== 'eager' || !eager.has(found.from)
    ? undefined
    : atImport(
        found,
        `is loaded with the page (${wayTo(eager, found.from)})`,
        'reach the module that uses it by import()',
      )
