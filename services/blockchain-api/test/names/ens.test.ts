// Names of ENS as a network's universal resolver tells them, whose owners write anything.
import {
  type Hex,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import { afterEach, expect, it } from 'vitest'
import { startFakeNode } from '../fakeNode.js'
import { chain, CHAIN } from '../harness.js'
import { alice, startNames, ZONE } from './names.js'

const UNIVERSAL_RESOLVER = `0x${'ee'.repeat(20)}`
const abi = parseAbi([
  'function reverseWithGateways(bytes, uint256, string[]) view returns (string, address, address)',
  'function resolveWithGateways(bytes, bytes, string[]) view returns (bytes, address)',
])

const TEXT = toFunctionSelector('function text(bytes32,string)')

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

/** A service whose network says that alice goes by this name, and that the name leads to her. */
async function startWith(primary: string, leadsTo: Hex = alice.address) {
  const asked: string[] = []
  const node = await startFakeNode({
    [UNIVERSAL_RESOLVER]: (data) => {
      const { functionName, args } = decodeFunctionData({ abi, data })
      asked.push(functionName)
      const resolver = UNIVERSAL_RESOLVER as Hex
      if (functionName === 'reverseWithGateways')
        return encodeFunctionResult({ abi, functionName, result: [primary, resolver, resolver] })
      const record = args[1].startsWith(TEXT)
        ? encodeAbiParameters([{ type: 'string' }], [''])
        : encodeAbiParameters([{ type: 'address' }], [leadsTo])
      return encodeFunctionResult({ abi, functionName, result: [record, resolver] })
    },
  })
  ending.push(node.close)
  const api = await startNames({
    chains: [chain(node.url)],
    names: {
      zones: { 'shop.eth': ZONE },
      ens: { chain: CHAIN, universalResolver: UNIVERSAL_RESOLVER },
    },
  })
  return { asked, identity: () => api.get(`/v1/identity/${alice.address}`) }
}

it('A primary name in its normal form that leads back is the name of the address', async () => {
  const { identity } = await startWith('alice.eth')
  expect(await identity()).toMatchObject({ status: 200, body: { name: 'alice.eth' } })
})

it('A primary name that leads to somebody else is never shown', async () => {
  const { identity } = await startWith('alice.eth', `0x${'66'.repeat(20)}`)
  expect((await identity()).status).toBe(404)
})

it.each([
  ['upper case', 'Alice.eth'],
  ['a Cyrillic letter among Latin ones', '\u0430lice.eth'],
  ['a zero-width joiner', 'ali\u200dce.eth'],
  ['a turn of direction', 'alice\u202e.eth'],
  ['letters that are not composed', 'e\u0301lise.eth'],
  ['an underscore inside', 'al_ice.eth'],
  ['Punycode', 'xn--lice-8of.eth'],
  ['a space', 'al ice.eth'],
  ['two dots', 'alice..eth'],
  ['a line break', 'alice.eth\nbob.eth'],
  ['more than 255 letters', `${'a'.repeat(256)}.eth`],
])('A primary name with %s is never shown, although it leads back', async (_, name) => {
  const { asked, identity } = await startWith(name)
  const { status, body } = await identity()
  expect(status).toBe(404)
  expect(JSON.stringify(body)).not.toContain('lice')
  // Nobody is even asked where such a name leads.
  expect(asked).toEqual(['reverseWithGateways'])
})
