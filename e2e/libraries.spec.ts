// Hosts that know one library of others alone, each over its own part of the local world.
import { expect, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import './libraries/kit.js'
import './libraries/sats.js'
import './libraries/universal.js'

/** The wallet code of each host, with the one module in which it gets its object. */
const WALLET_CODE = {
  'pages/librariesKitShop.ts': [],
  'pages/libraries-satsHost.ts': [],
  'pages/libraries-universal-shop.ts': [],
  '../examples/sats-connect/src/main.ts': ['./latchkey.js'],
}

for (const [file, allowed] of Object.entries(WALLET_CODE))
  test(`The wallet code in ${file} has no line of ours beyond getting its object`, async () => {
    const code = await readFile(new URL(file, import.meta.url), 'utf8')
    const named = [...code.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
      ([, name]) => name!,
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => /^\.|latchkey/i.test(name))).toEqual(allowed)
    expect(code).not.toMatch(/kernel/i)
  })
