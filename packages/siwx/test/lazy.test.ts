// A page or a server loads what it needs: messages at once, each family's curves with its first
// signature.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const STATIC = /^(?:import|export) (?!type )[^'"]*?from '([^']+)'|^import '([^']+)'/gm

/** The packages that a module and all it imports statically bring with them. */
function packagesOf(file: URL, seen = new Set<string>()): Set<string> {
  const found = new Set<string>()
  if (seen.has(file.href)) return found
  seen.add(file.href)
  for (const [, from, bare] of readFileSync(file, 'utf8').matchAll(STATIC)) {
    const target = from ?? bare!
    if (!target.startsWith('.')) found.add(target)
    else
      for (const each of packagesOf(new URL(target.replace(/\.js$/, '.ts'), file), seen))
        found.add(each)
  }
  return found
}
const source = (path: string): Set<string> => packagesOf(new URL(`../src/${path}`, import.meta.url))

it('The entry loads Keccak and the encodings of addresses, but no curves, transactions or viem', () => {
  expect([...source('index.ts')].sort()).toEqual([
    '@latchkey/plugin-api',
    '@latchkey/plugin-api/describe',
    '@noble/hashes/sha3.js',
    '@scure/base',
  ])
  expect([...source('account/account.ts')]).toEqual(['@scure/base'])
})

it.each([
  ['eip155', 'viem'],
  ['solana', 'secp256k1'],
  ['polkadot', 'btc-signer'],
  ['cosmos', 'sr25519'],
  ['cosmos', 'btc-signer'],
  ['bip122', 'sr25519'],
])('The verifier of %s does not load %s', (namespace, foreign) => {
  const found = [...source(`verify/${namespace}.ts`)]
  expect(found.length).toBeGreaterThan(1)
  expect(found.filter((name) => name.includes(foreign))).toEqual([])
})
