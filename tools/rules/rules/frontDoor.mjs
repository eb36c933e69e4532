import { matchExport } from '../exports.mjs'
import { isSource } from '../house.mjs'
import { atImport } from '../violation.mjs'

/** @type {import('../violation.mjs').Rule} */
export const frontDoor = {
  name: 'front-door',
  says: 'one package imports another by its name, through its exports, and says so in its package.json',
  check: (graph) =>
    graph.packages.flatMap((house) =>
      house.files
        .flatMap((file) => graph.imports.get(file) ?? [])
        .map(judge)
        .filter(Boolean),
    ),
}

const judge = (found) => {
  const { specifier, owner, target } = found
  if (specifier === undefined) return judgeComputed(found)
  if (isPath(specifier) && target.external)
    return atImport(found, 'walks into node_modules', 'import the package by its name')
  if (!target.house || target.house === owner || isBuildRecipe(found)) return undefined
  if (owner.group === 'tools' && target.house.dir === 'tools') return undefined // the program around it
  const name = target.house.name
  const isNamed = specifier === name || specifier.startsWith(`${name}/`)
  if (!isNamed)
    return atImport(
      found,
      `climbs into ${target.house.dir}`,
      `import it as "${name}", through its exports`,
    )
  if (matchExport(target.house.manifest, `.${specifier.slice(name.length)}`) === undefined) {
    return atImport(
      found,
      `is no door of ${name}`,
      `use one of: ${doors(target.house)}; or add a door to its exports`,
    )
  }
  return judgeDeclared(found, name)
}

const isPath = (specifier) => specifier.startsWith('.') || specifier.startsWith('/')
const doors = (house) => Object.keys(house.manifest.exports ?? {}).join(', ') || 'none'

/** Build settings of a package come from tools/build; they are never shipped. */
const isBuildRecipe = (found) =>
  found.target.file?.startsWith('tools/') && !found.from.startsWith(`${found.owner.dir}/src/`)

/** A shipped module may name its target only so that it can be checked; apps and tools load what they are told to. */
const judgeComputed = (found) => {
  const { owner, from } = found
  if ((owner.group !== 'packages' && owner.group !== 'plugins') || !isSource(owner, from))
    return undefined
  return atImport(
    found,
    'hides where it leads',
    'write the name as a literal, one import() for each',
  )
}

/** What a host installs must be named in what a host installs. */
const judgeDeclared = (found, name) => {
  const { owner, from, when } = found
  const { dependencies, peerDependencies, devDependencies } = owner.manifest
  const kinds = isSource(owner, from)
    ? { dependencies, peerDependencies }
    : { dependencies, peerDependencies, devDependencies }
  const isLocal = owner.group === 'tools' || owner.group === 'e2e'
  if (isLocal || Object.values(kinds).some((kind) => kind && name in kind)) return undefined
  if (when === 'type' && devDependencies && name in devDependencies) return undefined
  return atImport(
    found,
    `is not named in ${owner.dir}/package.json`,
    `add ${name} to its ${Object.keys(kinds).join(' or ')}`,
  )
}
