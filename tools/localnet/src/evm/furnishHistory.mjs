import { encodeFunctionData } from 'viem'
import { accounts, request } from '@latchkey/testing/nodes'
import { collections, hostileTokens, tokens } from './contracts.mjs'

/** Receivers of the spam: more than a person would pay at once. */
const DROPPED_ON = 30
/** The friend's address with other digits in the middle, as somebody makes it who poisons histories. */
const resembling = (/** @type {string} */ address) =>
  `${address.slice(0, 8)}${'5'.repeat(26)}${address.slice(-8)}`.toLowerCase()

/**
 * Gives the first account a past on a chain: payments, NFTs, spam, and a transfer that poisons its
 * history.
 * @type {typeof import('../index.d.mts').furnishHistory}
 */
export async function furnishHistory(url) {
  const [own, , , friend] =
    /** @type {[import('../index.d.mts').DevAccount, unknown, unknown, import('../index.d.mts').DevAccount]} */ (
      /** @type {unknown} */ (accounts)
    )
  const stranger = /** @type {import('../index.d.mts').DevAccount} */ (accounts[9])
  /**
   * @param {import('../index.d.mts').DevAccount} from
   * @param {import('../index.d.mts').Contract} contract
   * @param {string} functionName
   * @param {readonly unknown[]} args
   */
  const call = (from, { address, abi }, functionName, ...args) =>
    request(url, 'eth_sendTransactionSync', [
      {
        from: from.address,
        to: address,
        data: encodeFunctionData({ abi: /** @type {any} */ (abi), functionName, args }),
      },
    ])
  const pay = (/** @type {string} */ from, /** @type {string} */ to, /** @type {bigint} */ value) =>
    request(url, 'eth_sendTransactionSync', [{ from, to, value: `0x${value.toString(16)}` }])

  await pay(friend.address, own.address, 2n * 10n ** 18n)
  await call(own, tokens.erc20, 'transfer', friend.address, 25n * 10n ** 18n)
  await call(friend, tokens.silent, 'transfer', own.address, 12_500_000n)
  for (const id of [1n, 2n, 3n]) await call(own, collections.erc721, 'mint', own.address, id)
  await call(friend, collections.erc1155, 'mint', own.address, 7n, 100n)
  const crowd = Array.from(
    { length: DROPPED_ON - 1 },
    (_, index) => `0x${(index + 1).toString(16).padStart(40, '1')}`,
  )
  await call(stranger, hostileTokens.spam, 'drop', [own.address, ...crowd], 5_000n)
  await call(stranger, hostileTokens.poison, 'report', own.address, resembling(friend.address), 0n)
}
