import { defineConfig } from 'vite'

// The page for trying the plugin out; the published package does not contain it.
export default defineConfig({
  root: 'page',
  build: { target: 'es2022', modulePreload: { polyfill: false } },
})
