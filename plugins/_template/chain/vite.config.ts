import { defineConfig } from 'vite'

// The page in which the plugin is tried; it is no part of what is published.
export default defineConfig({
  root: 'page',
  build: { target: 'es2022', modulePreload: { polyfill: false } },
})
