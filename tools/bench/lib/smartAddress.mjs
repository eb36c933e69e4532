// The computation of addresses as one script for a page: `window.timeAddresses(count)`.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** @returns {Promise<string>} JavaScript source */
export async function addressScript() {
  const entry = fileURLToPath(new URL('./smartAddressEntry.js', import.meta.url))
  const [{ output }] = [
    await build({
      configFile: false,
      logLevel: 'error',
      resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'import'] },
      build: { write: false, lib: { entry, formats: ['iife'], name: 'addresses' } },
    }),
  ].flat()
  return output[0].code
}
