import { isSource } from '../house.mjs'
import { shippedImports } from '../graph.mjs'
import { atImport, fullName } from '../violation.mjs'

const isReact = (name) =>
  /^(?:react|react-dom)(?:\/|$)/.test(name) ||
  name === '@latchkey/ui-react/kit' ||
  name === '@latchkey/ui-react'

/** @type {import('../violation.mjs').Rule} */
export const reactOnlyInReact = {
  name: 'react-only-in-react',
  says: 'in a plugin, React lives in src/react/, reached by import() from src/views.ts only',
  check: (graph) =>
    graph.packages
      .filter((house) => house.group === 'plugins')
      .flatMap((house) => [
        ...strayMarkup(house),
        ...shippedImports(graph, (candidate) => candidate === house)
          .map(judge)
          .filter(Boolean),
      ]),
}

const reactFolder = (house) => `${house.dir}/src/react/`

const strayMarkup = (house) =>
  house.files
    .filter(
      (file) =>
        /\.[jt]sx$/.test(file) && isSource(house, file) && !file.startsWith(reactFolder(house)),
    )
    .map((file) => ({
      file,
      line: 1,
      what: 'a component file stands outside src/react/',
      mend: 'move it into src/react/',
    }))

const judge = (found) => {
  const folder = reactFolder(found.owner)
  if (found.from.startsWith(folder)) return undefined
  if (found.when !== 'type' && isReact(fullName(found)))
    return atImport(found, 'brings React in outside src/react/', 'move the use into src/react/')
  if (found.when === 'type' && /^react(?:-dom)?(?:\/|$)/.test(fullName(found))) {
    return atImport(found, 'knows React outside src/react/', 'keep React types in src/react/')
  }
  if (!found.target.file?.startsWith(folder) || found.when === 'type') return undefined
  if (found.when === 'lazy' && found.from === `${found.owner.dir}/src/views.ts`) return undefined
  return atImport(found, 'reaches into src/react/', 'reach it by import() in src/views.ts')
}
