// Bundles from tsyringe what a container of ready values by token needs, and its licence with it.
import { createRequire } from 'node:module'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FILES = /tsyringe[\\/]dist[\\/]esm2015[\\/](dependency-container|registry-base)\.js$/
/** Methods for decorated classes, interceptors, life cycles and disposal: a bundler cannot leave methods out by itself, and the kernel calls none of them. */
const UNUSED = {
  'dependency-container': [
    'registerType',
    'registerInstance',
    'registerSingleton',
    'resolveAll',
    'reset',
    'clearInstances',
    'beforeResolution',
    'afterResolution',
    'executePreResolutionInterceptor',
    'executePostResolutionInterceptor',
    'dispose',
    'ensureNotDisposed',
    'getAllRegistrations',
    'construct',
    'resolveParams',
  ],
  'registry-base': ['entries', 'getAll', 'setAll', 'clear'],
}
/** What is always so, since the kernel registers values under symbols and nothing else, and lets go of a container without disposing it. */
const KNOWN = [
  [/\bis(?:Token|Class|Factory)Provider\([\w.]+\)/g, 'false'],
  [/\bis(?:Value)?Provider\([\w.]+\)/g, 'true'],
  [/\bisNormalToken\(\w+\)/g, 'true'],
  [/\bisConstructorToken\(\w+\)/g, 'false'],
  [/\bLifecycle\.Transient\b/g, '0'],
  [/[\w.]+\.lifecycle ={2,3} Lifecycle\.\w+/g, 'false'],
  [/\n *this\.execute\w+Interceptor\(.*\);/g, ''],
  [/\n *this\.(?:interceptors|disposed|disposables) = .*;/g, ''],
  [/\n *this\.ensureNotDisposed\(\);/g, ''],
  // No registration is scoped to a container, so a child begins empty.
  [
    /\n {8}for \(const \[token, registrations\] of this\._registry\.entries\(\)\) \{[\s\S]*?\n {8}\}(?=\n)/,
    '',
  ],
  // Neither registered nor a constructor: was thrown before.
  [/\n *throw new Error\("Attempted to construct[^\n]*/, ''],
  [
    /import .* from "(?:tslib|\.\/(?:providers.*|injection-token|types\/.*|providers\/injection-token|error-helpers|lazy-helpers|interceptors))";\n/g,
    '',
  ],
]

/**
 * A file's source without what is not used.
 * @param {string} source of tsyringe
 * @param {'dependency-container' | 'registry-base'} file
 */
export const trim = (source, file) => {
  const without = UNUSED[file].reduce(
    (left, name) =>
      replaced(left, new RegExp(`\\n    ${name}\\([^\\n]*\\) \\{[\\s\\S]*?\\n    \\}(?=\\n)`), ''),
    source,
  )
  if (file === 'registry-base') return without
  const trimmed = KNOWN.reduce((left, [pattern, known]) => replaced(left, pattern, known), without)
  const stranger = /\bis(?!Registered\()[A-Z]\w+\(|\bLifecycle\.|\bdispos/.exec(trimmed)
  if (stranger) changed(stranger[0])
  return `/*! tsyringe, MIT License, Copyright (c) Microsoft Corporation */\n${trimmed}`
}
const changed = (what) => {
  throw new Error(
    `tsyringe is another than this was written for, by ${what}: look at packages/kernel/build/tsyringe.mjs again.`,
  )
}
const replaced = (source, pattern, text) => {
  const next = source.replace(pattern, text)
  return next === source ? changed(pattern) : next
}

/** @returns {NonNullable<import('tsup').Options['esbuildPlugins']>[number]} */
export const tsyringe = () => ({
  name: 'tsyringe',
  setup(build) {
    build.onLoad({ filter: FILES }, async ({ path }) => ({
      contents: trim(await readFile(path, 'utf8'), FILES.exec(path)[1]),
      loader: 'js',
    }))
    build.onEnd(async () => {
      const folder = fileURLToPath(new URL('../dist/', import.meta.url))
      const licence = join(
        dirname(createRequire(import.meta.url).resolve('tsyringe/package.json')),
        'LICENSE',
      )
      await mkdir(folder, { recursive: true })
      await writeFile(
        join(folder, 'NOTICE.md'),
        `dist contains parts of tsyringe (https://github.com/microsoft/tsyringe), under its licence:\n\n${await readFile(licence, 'utf8')}`,
      )
    })
  },
})
