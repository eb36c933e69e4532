// The networks that our documents, examples and pages import: each has a picture that is in the page.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { at } from '../../../run/lib/paths.mjs'
import { documents } from './documents.mjs'

const source = (path) => import(at(`plugins/${path}`))
const requireOfEvm = createRequire(at('plugins/evm/package.json'))

/** The modules from which networks are imported. */
const MODULES = {
  'viem/chains': () => import(requireOfEvm.resolve('viem/chains')),
  '@latchkey/solana': () => source('solana/src/index.ts'),
  '@latchkey/bitcoin': () => source('bitcoin/src/index.ts'),
  '@latchkey/polkadot/networks': () => source('polkadot/src/chain/networks.ts'),
  '@latchkey/cosmos/networks': () => source('cosmos/src/chain/networks.ts'),
}
/** The pictures that each chain family brings. */
const FAMILIES = {
  eip155: async (id) => (await source('evm/src/pictures/pictureOf.ts')).pictureOf(id),
  solana: async (id) => (await source('solana/src/chain/pictures.ts')).pictures[id],
  bip122: async (id) => (await source('bitcoin/src/chain/pictures.ts')).pictures[id],
  polkadot: async (id) => (await source('polkadot/src/chain/pictures.ts')).pictures[id],
  cosmos: async (id) => (await source('cosmos/src/chain/pictures.ts')).pictures[id],
}

/** The code of examples and of the pages that we run. */
const pages = () =>
  ['examples', 'apps']
    .flatMap((folder) => readdirSync(at(folder)).map((name) => `${folder}/${name}/src`))
    .filter((folder) => existsSync(at(folder)))
    .flatMap((folder) =>
      readdirSync(at(folder), { recursive: true }).map((name) => `${folder}/${name}`),
    )
    .filter((path) => /\.(?:tsx?|jsx?|vue|html)$/.test(path))
    .map((path) => ({ path, text: readFileSync(at(path), 'utf8') }))

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g

/** The CAIP-2 id of an export that is a network, in the form of its chain family. */
function idOf({ id, namespace, genesisHash, chainId, nativeCurrency } = {}) {
  if (!nativeCurrency) return undefined
  if (namespace) return id
  if (genesisHash) return `polkadot:${genesisHash.slice(2, 34)}`
  return chainId ? `cosmos:${chainId}` : `eip155:${id}`
}

/** Ids of the imported networks, each with a place that names it. */
async function namedNetworks() {
  const found = new Map()
  for (const { path, text } of [...documents(), ...pages()])
    for (const [, names, module] of text.matchAll(IMPORT)) {
      if (!Object.hasOwn(MODULES, module)) continue
      const exported = await MODULES[module]()
      for (const name of names.split(',')) {
        const id = idOf(exported[name.trim().split(/\s+as\s+/)[0]])
        if (id !== undefined) found.set(id, path)
      }
    }
  return found
}

it('Each network that a document, an example or a page of ours imports has a picture without a server', async () => {
  const networks = await namedNetworks()
  const without = []
  for (const [id, path] of networks) {
    const picture = await FAMILIES[id.split(':')[0]]?.(id)
    if (!picture?.startsWith('data:image/')) without.push(`${id}, named in ${path}`)
  }
  expect(without).toEqual([])
  const families = new Set([...networks.keys()].map((id) => id.split(':')[0]))
  expect([...families].sort()).toEqual(Object.keys(FAMILIES).sort())
})
