import { defineConfig } from 'tsup'

// One file for each import(), so that a page loads what it needs and no more.
export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm'],
  target: 'es2022',
  platform: 'neutral',
  dts: true,
  clean: true,
  sourcemap: true,
  splitting: true,
})
