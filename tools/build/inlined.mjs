// Small modules that several late parts share. Each importer gets a copy of its own, because a shared
// module would become a file of its own in every host: a request costs more than the copy.
import { join, relative } from 'node:path'

/**
 * A plugin of esbuild that copies modules into their importers.
 * @param {readonly string[]} modules paths below the package, as `src/chain/chainId.ts`. They must
 * hold no state and no identity: pure functions, constants, plain components
 * @returns {NonNullable<import('tsup').Options['esbuildPlugins']>[number]}
 */
export const inlined = (modules) => ({
  name: 'inlined',
  setup(build) {
    const root = process.cwd()
    build.onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, resolveDir, importer, kind }) => {
      const bare = join(resolveDir, path).slice(0, -'.js'.length)
      const found = modules.find((module) => join(root, module).replace(/\.tsx?$/, '') === bare)
      if (found === undefined || kind !== 'import-statement') return undefined
      // Modules with another suffix are other modules to esbuild.
      return { path: join(root, found), suffix: `?in=${relative(root, importer)}` }
    })
  },
})
