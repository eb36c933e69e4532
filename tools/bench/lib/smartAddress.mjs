// The frame's computation of addresses as one script for a page: `window.timeAddresses(count)`.
import { build } from 'vite'
import { at } from '../../run/lib/paths.mjs'

/** Runs in the page, where the frame's module is `frame`. Milliseconds of each computation, each of another owner. */
const timeAddresses = `(count) =>
  Array.from({ length: count }, (_, index) => {
    const owner = '0x' + (index + 1).toString(16).padStart(40, 'a')
    const before = performance.now()
    const address = frame.addressOf(owner)
    const after = performance.now()
    if (!/^0x[\\da-f]{40}$/i.test(address)) throw new Error('No address: ' + address)
    return after - before
  })`

/** @returns {Promise<string>} JavaScript source */
export async function addressScript() {
  const entry = at('services/secure-frame/src/page/smart/address.ts')
  const [{ output }] = [
    await build({
      configFile: false,
      logLevel: 'error',
      resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'import'] },
      build: { write: false, lib: { entry, formats: ['iife'], name: 'frame' } },
    }),
  ].flat()
  return `${output[0].code}\nwindow.timeAddresses = ${timeAddresses}`
}
