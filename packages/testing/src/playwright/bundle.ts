import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * A browser script of this package, as its build left it.
 * @throws when the package was not built
 */
export function bundle(name: 'injected' | 'metamask' | 'chains'): string {
  // Two folders up from both src/playwright and dist/playwright; a chunk of the build lies one folder higher.
  const files = ['../../dist/', './'].map((folder) =>
    fileURLToPath(new URL(`${folder}${name}.iife.js`, import.meta.url)),
  )
  for (const file of files) {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      continue
    }
  }
  throw new Error(`${files[0]} is missing: build @latchkey/testing first.`)
}
