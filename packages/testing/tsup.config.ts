import { defineConfig, type Options } from 'tsup'
import { library } from '../../tools/build/tsup.mjs'

/** Init scripts: everything in one file, for a page that has nothing. */
const script = (name: string, entry: string, globalName: string, more: Options = {}) =>
  defineConfig({
    entry: { [name]: entry },
    format: ['iife'],
    globalName,
    target: 'es2022',
    platform: 'browser',
    minify: true,
    clean: false,
    noExternal: [/.*/],
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    outExtension: () => ({ js: '.iife.js' }),
    ...more,
  })

// Node's globals that MetaMask's streams expect. The script runs inside a function, so none of them
// reaches the page.
const streams: Options = {
  banner: {
    js: 'var process = { env: {}, nextTick: (act, ...args) => queueMicrotask(() => act(...args)) };',
  },
  esbuildOptions: (options) => {
    options.alias = { buffer: 'buffer/', events: 'events/' }
  },
}

export default [
  library({
    entry: ['src/index.ts', 'src/playwright/index.ts', 'src/keys/index.ts', 'src/wallet/index.ts'],
    splitting: true,
    removeNodeProtocol: false,
    clean: ['!**/*.iife.js'], // the scripts are written by the builds beside this one
    // The starter of local nodes is plain JavaScript, published as it is: it names a file beside itself.
    external: [/^node:/, '@latchkey/testing/nodes'],
  }),
  script('injected', 'src/injected/script.ts', 'LocalnetWallet'),
  script('chains', 'src/chains/script.ts', 'LocalnetChains'),
  script('metamask', 'src/metamask/inpage.ts', 'MetaMaskInpage', streams),
]
