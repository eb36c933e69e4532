// Takes the templates of plugins/_template into dist, as they are; createPlugin names them anew.
import { cpSync, renameSync } from 'node:fs'
import { basename } from 'node:path'

const LEFT_OUT = new Set(['node_modules', 'dist', 'tsconfig.tsbuildinfo'])

for (const kind of ['chain', 'feature']) {
  const target = new URL(`../dist/templates/${kind}/`, import.meta.url)
  cpSync(new URL(`../../../plugins/_template/${kind}/`, import.meta.url), target, {
    recursive: true,
    filter: (path) => !LEFT_OUT.has(basename(path)),
  })
  // A manifest inside a package means something to npm and to bundlers.
  renameSync(new URL('package.json', target), new URL('_package.json', target))
}
