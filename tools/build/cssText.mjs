// Style sheets as text: `import { css } from './frame.css?text'` gives the rules of a `.css` file as
// a string, for a constructable sheet. The published modules hold that string, so a host needs no
// loader for CSS and no `unsafe-inline` in its policy.
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'

const QUERY = '?text'
const FILTER = /\.css\?text$/
const toModule = (text) => `export const css = ${JSON.stringify(text)}\n`
const withoutQuery = (path) => path.slice(0, -QUERY.length)

/**
 * The plugin of esbuild that builds the published modules. It removes only white space and comments:
 * esbuild's full minifier moves `inset` behind `inset-block-start`, and `inset` then overrides it.
 * @returns {NonNullable<import('tsup').Options['esbuildPlugins']>[number]}
 */
export const bundledCssText = () => ({
  name: 'css-text',
  setup(build) {
    build.onResolve({ filter: FILTER }, ({ path, resolveDir }) => ({
      // Bundles and source maps name the module by this path, so it must not be an absolute one.
      path: relative(process.cwd(), join(resolveDir, path)),
      namespace: 'css-text',
    }))
    build.onLoad({ filter: FILTER, namespace: 'css-text' }, async ({ path }) => {
      const file = resolve(withoutQuery(path))
      const { code } = await build.esbuild.transform(await readFile(file, 'utf8'), {
        loader: 'css',
        minifyWhitespace: true,
      })
      return { contents: toModule(code.trim()), loader: 'js', watchFiles: [file] }
    })
  },
})

/**
 * The plugin of Vite for pages and tests that read the packages' sources. The sheet stays as it is
 * written.
 * @returns {import('vite').Plugin}
 */
export const sourceCssText = () => {
  // Vite takes every id that ends in `.css`, with a query or without, for a style of the page. So the
  // id gets another ending, and a NUL by which other plugins leave it alone.
  const PREFIX = '\0css-text:'
  const SUFFIX = '.js'
  return {
    name: 'css-text',
    enforce: 'pre',
    resolveId: (id, importer) =>
      FILTER.test(id) && importer !== undefined
        ? PREFIX + join(dirname(importer), withoutQuery(id)) + SUFFIX
        : undefined,
    async load(id) {
      if (!id.startsWith(PREFIX)) return undefined
      const file = id.slice(PREFIX.length, -SUFFIX.length)
      this.addWatchFile(file)
      return toModule(await readFile(file, 'utf8'))
    },
  }
}
