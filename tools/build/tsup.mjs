// One build recipe for every published package: ESM, split at each import(), declarations beside it.
import { defineConfig } from 'tsup'

/** @param {import('tsup').Options} options what differs: `entry` at least */
export const library = (options) =>
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
    ...options,
  })
