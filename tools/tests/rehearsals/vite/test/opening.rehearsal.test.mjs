// An opening in hosts that take our packages and @latchkey/vite from tarballs, built by Vite, in
// Chromium.
import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allHosts, installHosts } from '../../../../checks/sizes/install.mjs'
import { openModal } from '../../../../checks/sizes/visit.mjs'
import { gzipSize } from '../../../../checks/sizes/weigh.mjs'
import { launch } from '../../examples/page.mjs'
import { temporary, timed } from '../../lib/rehearsal.mjs'

const HINT = '//# allFunctionsCalledOnLoad\n'
const out = temporary('opening')
let browser, folder, latchkey

beforeAll(async () => {
  browser = await launch()
  const hosts = allHosts()
  const ours = [...hosts.ours, '@latchkey/vite']
  folder = await timed('install', () => installHosts({ ...hosts, ours }))
  const file = createRequire(join(folder, 'package.json')).resolve('@latchkey/vite/package.json')
  ;({ latchkey } = await import(pathToFileURL(join(file, '../dist/index.js')).href))
})
afterAll(() => browser.close())

async function buildHost(entry, plugins) {
  const dir = mkdtempSync(join(out, `${entry}-`))
  const { output } = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    plugins: [react(), ...plugins],
    build: {
      target: 'es2022',
      modulePreload: { polyfill: false },
      outDir: dir,
      rolldownOptions: { input: join(folder, `${entry}.html`) },
    },
  })
  return { entry, dir, chunks: output.filter(({ type }) => type === 'chunk') }
}

/** Files with everything that they import at once. */
function closure({ chunks }, starts) {
  const found = new Set(starts)
  for (const file of found)
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
      found.add(imported)
  return [...found]
}
const filesOf = ({ chunks }, isWanted) => chunks.filter(isWanted).map(({ fileName }) => fileName)
const eager = (built) =>
  closure(
    built,
    filesOf(built, ({ isEntry }) => isEntry),
  )
const weigh = ({ dir }, files) => files.reduce((sum, file) => sum + gzipSize(dir, file), 0)

const HOSTS = { 'EVM and WalletConnect': 'walletconnect', everything: 'all' }

describe.each(Object.keys(HOSTS))('A host with %s', (name) => {
  let plain, helped
  beforeAll(async () => {
    plain = await buildHost(HOSTS[name], [])
    helped = await buildHost(HOSTS[name], [latchkey()])
  })

  it('Two files have the compile hint as their first line, and import only each other and what is there', () => {
    const hinted = helped.chunks.filter(({ code }) => code.startsWith(HINT))
    expect(hinted.map((chunk) => chunk.name).sort()).toEqual(['latchkey-late', 'latchkey-modal'])
    const files = hinted.map(({ fileName }) => fileName)
    const others = closure(helped, files).filter((file) => !files.includes(file))
    expect(eager(helped)).toEqual(expect.arrayContaining(others))
  })

  it('The page begins with no more bytes than without the plugin', () => {
    expect(eager(helped).filter((file) => file.includes('latchkey-'))).toEqual([])
    expect(weigh(helped, eager(helped))).toBeLessThanOrEqual(weigh(plain, eager(plain)))
  })

  it('An opening works, and asks for two files', async () => {
    const { loaded, opened, complaints } = await openModal(browser, helped, { views: false })
    expect(complaints).toEqual([])
    const wasThere = new Set(loaded.map(({ path }) => path))
    const asked = [...new Set(opened.map(({ path }) => path))]
    const fresh = asked.filter((path) => !wasThere.has(path))
    expect(fresh.map((path) => path.replace(/^.*\/|-[\w-]{8}\.js$/g, '')).sort()).toEqual([
      'latchkey-late',
      'latchkey-modal',
    ])
    expect([...wasThere].filter((path) => path?.includes('latchkey-'))).toEqual([])
  })
})
