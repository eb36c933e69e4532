// Hosts as strangers have them: outside the workspace, our packages from tarballs, by npm. Packages
// that only the bench compares with are installed here, and nothing else depends on them.
import react from '@vitejs/plugin-react'
import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, preview } from 'vite'
import { allHosts, installHosts } from '../../checks/sizes/install.mjs'

const HOSTS = fileURLToPath(new URL('../hosts/opening', import.meta.url))
const isPage = (file) => file !== 'draw.jsx'

/** Both MIT; RainbowKit 2 asks for wagmi 2, and the floor has the same one. */
const COMPARED = {
  '@rainbow-me/rainbowkit': '2.2.11',
  '@tanstack/react-query': '5.108.0',
  wagmi: '2.19.5',
}

/** @returns {Promise<string>} the folder with the hosts of `hosts/opening`, installed */
export function installStrangers() {
  const { ours, chosen } = allHosts()
  const files = readdirSync(HOSTS)
  return installHosts({
    names: files.filter(isPage).map((file) => file.replace('.jsx', '')),
    files: Object.fromEntries(files.map((file) => [file, readFileSync(join(HOSTS, file), 'utf8')])),
    ours: [...ours, '@latchkey/vite', '@latchkey/wallets'],
    chosen: { ...chosen, ...COMPARED },
  })
}

/** The plugin that the installed host has, not the one of the workspace. */
async function installedPlugin(folder) {
  const file = createRequire(join(folder, 'package.json')).resolve('@latchkey/vite/package.json')
  const { latchkey } = await import(pathToFileURL(join(file, '../dist/index.js')).href)
  return latchkey()
}

/**
 * Builds a host for production.
 * @param {string} folder of {@link installStrangers}
 * @param {string} entry `walletconnect`
 * @param {{ help?: boolean }} options `help`: with `@latchkey/vite`
 * @returns {Promise<{ entry: string, dir: string, chunks: import('vite').Rolldown.OutputChunk[],
 * forget(): Promise<void> }>}
 */
export async function buildStranger(folder, entry, { help = false } = {}) {
  const dir = await mkdtemp(join(folder, 'out-'))
  const { output } = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    plugins: [react(), ...(help ? [await installedPlugin(folder)] : [])],
    build: {
      target: 'es2022',
      modulePreload: { polyfill: false },
      outDir: dir,
      rolldownOptions: { input: join(folder, `${entry}.html`) },
    },
  })
  const chunks = output.filter(({ type }) => type === 'chunk')
  return { entry, dir, chunks, forget: () => rm(dir, { recursive: true, force: true }) }
}

/** Serves a built host. @returns {Promise<{ url: string, close(): Promise<void> }>} */
export async function serveStranger({ dir, entry }) {
  const server = await preview({
    root: dir,
    configFile: false,
    logLevel: 'error',
    build: { outDir: '.' },
    preview: { port: 0, host: '127.0.0.1' },
  })
  return { url: `${server.resolvedUrls.local[0]}${entry}.html`, close: () => server.close() }
}
