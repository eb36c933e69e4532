// One build recipe for every published package: ESM, split at each import(), declarations beside
// it.
import { defineConfig } from 'tsup'
import { compileHints } from './compileHints.mjs'
import { bundledCssText } from './cssText.mjs'
import { inlined } from './inlined.mjs'

/**
 * The settings of one package.
 * @param {import('tsup').Options & { inline?: readonly string[] }} options those that differ from the
 * others: `entry` at least. `inline` are modules that are copied into their importers
 */
export const library = ({ inline = [], noExternal = [], ...options }) =>
  defineConfig({
    format: ['esm'],
    target: 'es2022',
    platform: 'neutral',
    dts: true,
    clean: true,
    sourcemap: true,
    splitting: true,
    treeshake: false,
    tsconfig: 'tsconfig.json',
    noExternal: [...noExternal, ...inline],
    ...options,
    plugins: [compileHints(), ...(options.plugins ?? [])],
    esbuildPlugins: [inlined(inline), bundledCssText(), ...(options.esbuildPlugins ?? [])],
  })
