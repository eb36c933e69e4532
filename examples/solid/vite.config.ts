import { latchkey } from '@latchkey/vite'
import { defineConfig } from 'vite'
import solid from 'vite-plugin-solid'

/** The policy that a strict host sends with its pages. Solid's templates need innerHTML. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'"

export default defineConfig({
  plugins: [solid(), latchkey()],
  build: { target: 'es2022', modulePreload: { polyfill: false } },
  preview: {
    host: '127.0.0.1',
    port: Number(process.env['PORT'] ?? 4173),
    strictPort: true,
    headers: { 'content-security-policy': policy },
  },
})
