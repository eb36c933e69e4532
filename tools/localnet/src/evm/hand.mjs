// One account that deploys and calls contracts, one transaction after the other.
import {
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  http,
} from 'viem'

/** @typedef {import('../index.d.mts').Hex} Hex */
/** @typedef {{ abi: import('viem').Abi, bytecode: Hex }} Contract */
/** @typedef {Pick<Contract, 'abi'>} Interface */
/** @typedef {readonly unknown[]} Args */
/** @typedef {ReturnType<typeof createHand>} Hand */

/**
 * More than any call takes. The node's estimate may be too little: a pool takes more gas in the first swap of a
 * second than in its next.
 */
const GAS = 10_000_000n
/** ms that the node has for a transaction. */
const PATIENCE_MS = 30_000

/**
 * Each transaction is sent by `eth_sendRawTransactionSync` (EIP-7966). The node tells a new block before it has the
 * receipts, and who waits for the next block to ask again waits for ever where nobody else sends.
 * @param {string} url
 * @param {import('viem').LocalAccount} account
 */
export function createHand(url, account) {
  const transport = http(url, { timeout: PATIENCE_MS })
  const wallet = createWalletClient({ account, transport })
  const reader = createPublicClient({ transport })
  /** @param {{ to?: Hex, data: Hex, value?: bigint }} transaction */
  const send = (transaction) =>
    wallet.sendTransactionSync({
      ...{ ...transaction, gas: GAS, chain: null },
      ...{ throwOnReceiptRevert: true },
    })
  return {
    send,
    /** @param {Contract} contract @param {Args} args @returns {Promise<Hex>} */
    async deploy({ abi, bytecode }, ...args) {
      const { contractAddress } = await send({ data: encodeDeployData({ abi, bytecode, args }) })
      return getAddress(/** @type {Hex} */ (contractAddress))
    },
    /** @param {Interface} of @param {Hex} address @param {string} functionName @param {Args} args */
    async call({ abi }, address, functionName, args, value = 0n) {
      await send({ to: address, data: encodeFunctionData({ abi, functionName, args }), value })
    },
    /** @param {Interface} of @param {Hex} address @param {string} functionName @param {Args} args */
    async read({ abi }, address, functionName, args) {
      return /** @type {Hex} */ (await reader.readContract({ abi, address, functionName, args }))
    },
  }
}
