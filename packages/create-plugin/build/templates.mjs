// Takes the templates of plugins/_template into dist, as they are; createPlugin names them anew.
import { cpSync } from 'node:fs'
import { basename } from 'node:path'

const LEFT_OUT = new Set(['node_modules', 'dist', 'tsconfig.tsbuildinfo'])

for (const kind of ['chain', 'feature']) {
  cpSync(new URL(`../../../plugins/_template/${kind}`, import.meta.url), new URL(`../dist/templates/${kind}`, import.meta.url), { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) })
}
