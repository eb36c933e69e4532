// An app of React Native without a phone: Metro bundles its logic, and a fresh realm with no more
// globals than React Native has runs the bundle, as Hermes would.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { must } from '../../../run/lib/children.mjs'
import { at } from '../../../run/lib/paths.mjs'

/** The parts of Intl that Hermes does not have. */
const MISSING_INTL = [
  'DisplayNames',
  'ListFormat',
  'Locale',
  'PluralRules',
  'RelativeTimeFormat',
  'Segmenter',
]

/** Gives a realm a TextEncoder whose arrays are of that realm. */
const ENCODER = `(encode) => {
  globalThis.TextEncoder = class {
    encode(text) {
      return new Uint8Array(encode(text))
    }
  }
}`

/** Bundles one module of the app, without the native parts of React Native that start before it. */
const BUNDLE = `
const Metro = require('@expo/metro/metro')
const settings = { platform: 'android', dev: false, minify: false }
Metro.loadConfig({ config: 'metro.config.js' })
  .then(({ serializer, ...config }) => {
    const alone = { ...serializer, getModulesRunBeforeMainModule: () => [], getPolyfills: () => [] }
    return Metro.runBuild({ ...config, serializer: alone }, { entry: 'walk.ts', out: 'walk.js', ...settings })
  })
  .catch((error) => {
    console.error(error)
    process.exitCode = 1
  })
`

/**
 * Bundles what the app exports from these modules.
 * @param {string} folder of the installed app
 * @param {string} entry the text of a module that puts it on \`globalThis\`
 */
export async function bundleLogic(folder, entry) {
  writeFileSync(join(folder, 'walk.ts'), entry)
  writeFileSync(join(folder, 'bundle.cjs'), BUNDLE)
  await must('node', ['bundle.cjs'], { cwd: folder, env: { NODE_ENV: 'production' } })
}

/**
 * Starts the app's logic in a realm of its own: once more is as after a restart of the app.
 * @param {string} folder where {@link bundleLogic} has been
 * @param {object} native what the app takes from native modules: \`Linking\`, \`crypto\`
 * @returns {any} its globals
 */
export function startLogic(folder, native) {
  const { AbortController, AbortSignal } = createRequire(join(folder, 'package.json'))(
    'abort-controller',
  )
  const { WebSocket } = createRequire(at('services/relay/package.json'))('ws')
  const app = createContext({
    ...{ AbortController, AbortSignal, URL, URLSearchParams, TextDecoder, WebSocket },
    ...{ setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, queueMicrotask },
    ...{ atob, btoa, console, performance, structuredClone },
    navigator: { product: 'ReactNative' },
    fetch: async (url) => {
      throw new Error(`The app asked ${url}.`)
    },
    ...native,
  })
  Object.assign(app, { global: app, window: app, self: app })
  runInContext(ENCODER, app)((text) => new TextEncoder().encode(text))
  const intl = runInContext('Intl', app)
  for (const name of MISSING_INTL) delete intl[name]
  runInContext('delete globalThis.WebAssembly', app)
  runInContext(readFileSync(join(folder, 'walk.js'), 'utf8'), app)
  return app
}
