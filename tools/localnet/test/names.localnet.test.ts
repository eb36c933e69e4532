import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPublicClient, http, namehash, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Anvil, deployNames, startAnvil } from '../src/index.mjs'

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
})
afterAll(() => anvil?.close())

const abi = parseAbi([
  'function owner(bytes32 node) view returns (address)',
  'function resolver(bytes32 node) view returns (address)',
])

it('The registry of names is where the example looks for it, and knows the owner of shop.eth', async () => {
  const { name, owner, registry } = await deployNames(anvil.url)
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const example = readFileSync(join(root, 'examples/resolve-name', 'ethers.mjs'), 'utf8')
  expect(example).toContain(registry)
  const client = createPublicClient({ transport: http(anvil.url) })
  const read = (functionName: 'owner' | 'resolver') =>
    client.readContract({ address: registry, abi, functionName, args: [namehash(name)] })
  expect([name, await read('owner')]).toEqual(['shop.eth', owner])
  expect(BigInt(await read('resolver'))).toBe(0n)
})
