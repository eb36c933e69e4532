// The walk through an app on a phone: its logic, a relay of this machine, and a wallet on that phone.
import { webcrypto } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { at } from '../../../run/lib/paths.mjs'
import { verifyText } from './signIn.mjs'
import { bundleLogic, startLogic } from './reactNative.mjs'

const ACCOUNT = {
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
}
const NODE = { id: 1, name: 'Mainnet', url: 'http://127.0.0.1:9' }

/** A storage in the form of `localStorage`, which outlives a restart of the app. */
function createStorage() {
  const map = new Map()
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    key: (index) => [...map.keys()][index] ?? null,
    get length() {
      return map.size
    },
  }
}

/**
 * Bundles the example's logic with Metro, and walks through it.
 * @param {string} name of the example
 * @param {string} folder of its copy, installed
 */
export async function walkApp(name, folder) {
  const { entry, smoke } = await import(pathToFileURL(at('examples', name, 'smoke.mjs')).href)
  // The relay and the phone stand around the app, so they come from source.
  const { startRelay } = await import(at('services/relay/src/index.ts'))
  const { openPhone } = await import(at('packages/testing/src/phone/phone.ts'))
  await bundleLogic(folder, entry)
  const relay = await startRelay()
  const phone = await openPhone({
    relayUrl: relay.url,
    chains: [NODE],
    accounts: [ACCOUNT],
    rule: 'approve',
  })
  const crypto = {
    getRandomValues: (array) => webcrypto.getRandomValues(array),
    randomUUID: () => webcrypto.randomUUID(),
  }
  const start = (openURL) => startLogic(folder, { crypto, Linking: { openURL } })
  try {
    await smoke({ start, phone, relayUrl: relay.url, storage: createStorage(), verifyText })
  } finally {
    await phone.close()
    await relay.close()
  }
}
