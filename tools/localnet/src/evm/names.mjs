// A name service of the kind of ENS on a local chain: the registry of EIP-137 with one name below
// `eth`, names of addresses, and a universal resolver. ENS's own contracts are not used.
import { readFileSync } from 'node:fs'
import { labelhash, namehash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { request } from '@latchkey/testing/nodes'
import { createHand } from './hand.mjs'

/** @typedef {import('../index.d.mts').Hex} Hex */

/** @type {Record<'NameRegistry' | 'ReverseNames' | 'UniversalResolver', import('./hand.mjs').Contract>} */
const code = JSON.parse(readFileSync(new URL('./artifacts.json', import.meta.url), 'utf8'))

// An account of its own, so that the ten accounts spend no nonce, and all addresses stay the same.
const owner = privateKeyToAccount(
  '0x00000000000000000000000000000000000000000000000000000000000e1370',
)
const ROOT = namehash('')
const WEALTH = 10n ** 21n

/**
 * Signs and sends transactions as the owner of the name, one after the other.
 * @type {typeof import('../index.d.mts').sendAsNameOwner}
 */
export async function sendAsNameOwner(url, transactions) {
  const hand = createHand(url, owner)
  for (const { to, data } of transactions) await hand.send({ ...(to && { to }), data })
}

/** @type {typeof import('../index.d.mts').deployNames} */
export async function deployNames(url, label = 'shop') {
  await request(url, 'anvil_setBalance', [owner.address, `0x${WEALTH.toString(16)}`])
  const hand = createHand(url, owner)
  const registry = await hand.deploy(code.NameRegistry)
  const reverse = await hand.deploy(code.ReverseNames)
  const universalResolver = await hand.deploy(code.UniversalResolver, registry)
  /** @param {Hex} node @param {string} name */
  const own = (node, name) =>
    hand.call(code.NameRegistry, registry, 'setSubnodeOwner', [
      node,
      labelhash(name),
      owner.address,
    ])
  await own(ROOT, 'eth')
  await own(namehash('eth'), label)
  await own(ROOT, 'reverse')
  await own(namehash('reverse'), 'addr')
  /** @param {Hex} address */
  const reverseLabel = (address) => address.slice(2).toLowerCase()
  return {
    name: `${label}.eth`,
    owner: owner.address,
    registry,
    universalResolver,
    send: (transactions) => sendAsNameOwner(url, transactions),
    async nameAddress(address, name) {
      await own(namehash('addr.reverse'), reverseLabel(address))
      const node = namehash(`${reverseLabel(address)}.addr.reverse`)
      await hand.call(code.NameRegistry, registry, 'setResolver', [node, reverse])
      await hand.call(code.ReverseNames, reverse, 'setName', [node, name])
    },
  }
}
