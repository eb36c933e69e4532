// Copies the templates of plugins/_template into dist; createPlugin renames them.
import { cpSync, renameSync } from 'node:fs'
import { basename } from 'node:path'

const SKIPPED = new Set(['node_modules', 'dist', 'tsconfig.tsbuildinfo', '.turbo'])

for (const kind of ['chain', 'chain-wallet-standard', 'feature']) {
  const target = new URL(`../dist/templates/${kind}/`, import.meta.url)
  cpSync(new URL(`../../../plugins/_template/${kind}/`, import.meta.url), target, {
    recursive: true,
    filter: (path) => !SKIPPED.has(basename(path)),
  })
  // npm and bundlers would read a package.json inside a package.
  renameSync(new URL('package.json', target), new URL('_package.json', target))
}
