import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * A browser script of this package, as its build left it.
 * @throws when the package was not built
 */
export function bundle(name: 'injected' | 'metamask'): string {
  // Two folders up from both src/playwright and dist/playwright.
  const file = fileURLToPath(new URL(`../../dist/${name}.iife.js`, import.meta.url))
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(`${file} is missing: run "npm run build -- tools/wallets" first.`, { cause })
  }
}
