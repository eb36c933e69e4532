// A name service of the kind of ENS on a local chain: the registry of EIP-137 with one name below
// `eth`, names of addresses, and a universal resolver. ENS's own contracts are not used.
import { readFileSync } from 'node:fs'
import { createPublicClient, createWalletClient, getAddress, http, labelhash, namehash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { request } from '../rpc.mjs'

/** @typedef {import('../index.d.mts').Hex} Hex */
/** @typedef {{ abi: import('viem').Abi, bytecode: Hex }} Contract */

/** @type {Record<'NameRegistry' | 'ReverseNames' | 'UniversalResolver', Contract>} */
const code = JSON.parse(readFileSync(new URL('./artifacts.json', import.meta.url), 'utf8'))

// An account of its own, so that the ten accounts spend no nonce, and all addresses stay the same.
const owner = privateKeyToAccount(
  '0x00000000000000000000000000000000000000000000000000000000000e1370',
)
const ROOT = namehash('')
const GAS = 10_000_000n
const WEALTH = 10n ** 21n

/**
 * Deploys and calls contracts by the owner, one transaction after the other.
 * @param {string} url
 */
function createHand(url) {
  const transport = http(url)
  const wallet = createWalletClient({ account: owner, transport })
  const reader = createPublicClient({ transport, pollingInterval: 20 })
  /** @param {Hex} hash */
  const mined = async (hash) => {
    const receipt = await reader.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error(`A transaction of the names failed: ${hash}`)
    return receipt
  }
  /** @param {{ to?: Hex, data: Hex }} transaction */
  const send = async ({ to, data }) =>
    mined(await wallet.sendTransaction({ ...(to && { to }), data, gas: GAS, chain: null }))
  return {
    send,
    /** @param {Contract} contract @param {readonly unknown[]} args @returns {Promise<Hex>} */
    async deploy({ abi, bytecode }, ...args) {
      const hash = await wallet.deployContract({ abi, bytecode, args, gas: GAS, chain: null })
      return getAddress(/** @type {Hex} */ ((await mined(hash)).contractAddress))
    },
    /** @param {Contract} of @param {Hex} address @param {string} functionName @param {readonly unknown[]} args */
    async call({ abi }, address, functionName, ...args) {
      const call = { abi, address, functionName, args, gas: GAS, chain: null }
      await mined(await wallet.writeContract(call))
    },
  }
}

/**
 * Signs and sends transactions as the owner of the name, one after the other.
 * @type {typeof import('../index.d.mts').sendAsNameOwner}
 */
export async function sendAsNameOwner(url, transactions) {
  const hand = createHand(url)
  for (const transaction of transactions) await hand.send(transaction)
}

/** @type {typeof import('../index.d.mts').deployNames} */
export async function deployNames(url, label = 'shop') {
  await request(url, 'anvil_setBalance', [owner.address, `0x${WEALTH.toString(16)}`])
  const hand = createHand(url)
  const registry = await hand.deploy(code.NameRegistry)
  const reverse = await hand.deploy(code.ReverseNames)
  const universalResolver = await hand.deploy(code.UniversalResolver, registry)
  /** @param {Hex} node @param {string} name */
  const own = (node, name) =>
    hand.call(code.NameRegistry, registry, 'setSubnodeOwner', node, labelhash(name), owner.address)
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
      await hand.call(code.NameRegistry, registry, 'setResolver', node, reverse)
      await hand.call(code.ReverseNames, reverse, 'setName', node, name)
    },
  }
}
