// Small modules that several late parts share. Each importer gets a copy of its own, because a shared
// module would become a file of its own in every host: a request costs more than the copy.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'

/** The built file of another package's module. @throws where the module is not all of its code */
const fileOf = (root, name) => {
  const file = createRequire(join(root, 'package.json')).resolve(name)
  if (/^\s*(?:import\b|export\b.*\bfrom\b)/m.test(readFileSync(file, 'utf8')))
    throw new Error(`${name} imports other modules: only a module without imports can be copied.`)
  return file
}

/**
 * A plugin of esbuild that copies modules into their importers.
 * @param {readonly string[]} modules paths below the package, as `src/chain/chainId.ts`, and names of
 * other packages' modules, as `@latchkey/plugin-api/links`. They must hold no state and no identity:
 * pure functions, constants, plain components
 * @returns {NonNullable<import('tsup').Options['esbuildPlugins']>[number]}
 */
export const inlined = (modules) => ({
  name: 'inlined',
  setup(build) {
    const root = process.cwd()
    // Modules with another suffix are other modules to esbuild. A copy's own copies are of it alone.
    const copy = (path, importer, outer = '') => {
      const place = `${relative(root, importer)}${outer}`
      return { path, suffix: `?in=${place}`, pluginData: `<${place}` }
    }
    build.onResolve(
      { filter: /^\.{1,2}\/.*\.js$/ },
      ({ path, resolveDir, importer, kind, pluginData }) => {
        const bare = join(resolveDir, path).slice(0, -'.js'.length)
        const found = modules.find((module) => join(root, module).replace(/\.tsx?$/, '') === bare)
        if (found === undefined || kind !== 'import-statement') return undefined
        return copy(join(root, found), importer, pluginData)
      },
    )
    build.onResolve({ filter: /^@/ }, ({ path, importer, kind, pluginData }) =>
      modules.includes(path) && kind === 'import-statement'
        ? copy(fileOf(root, path), importer, pluginData)
        : undefined,
    )
    // Hands a copy's place on to what it imports.
    build.onLoad({ filter: /\.[jt]sx?$/ }, ({ path, suffix, pluginData }) =>
      suffix.startsWith('?in=')
        ? { contents: readFileSync(path), loader: path.split('.').at(-1), pluginData }
        : undefined,
    )
  },
})
