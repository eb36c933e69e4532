import { defineConfig } from 'astro/config'

/** The policy that a strict host sends with its pages. Astro's development server has inline scripts. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'"

export default defineConfig({
  server: ({ command }) => ({
    host: '127.0.0.1',
    port: Number(process.env['PORT'] ?? 4321),
    headers: command === 'preview' ? { 'content-security-policy': policy } : {},
  }),
  // Scripts stay in files, where the policy allows them.
  vite: { build: { assetsInlineLimit: 0 } },
})
