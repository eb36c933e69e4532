// The generator of hostile announcements as one script for a page:
// `window.hostileAnnouncements(count, seed)`.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** @returns {Promise<string>} JavaScript source */
export async function hostileScript() {
  const entry = fileURLToPath(new URL('./hostileEntry.js', import.meta.url))
  const [{ output }] = [
    await build({
      configFile: false,
      logLevel: 'error',
      resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'import'] },
      build: { write: false, lib: { entry, formats: ['iife'], name: 'hostile' } },
    }),
  ].flat()
  return output[0].code
}
