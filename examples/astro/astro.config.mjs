import { defineConfig } from 'astro/config'

export default defineConfig({
  server: { host: '127.0.0.1', port: Number(process.env['PORT'] ?? 4321) },
  // Scripts stay in files: a strict Content-Security-Policy refuses inline ones.
  vite: { build: { assetsInlineLimit: 0 } },
})
