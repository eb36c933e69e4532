import { readFileSync } from 'node:fs'
import { accounts, request } from '@latchkey/testing/nodes'

/** @typedef {import('../index.d.mts').Hex} Hex */

/** @param {string} file */
const json = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
const artifacts = /** @type {import('../index.d.mts').Artifacts} */ (json('./artifacts.json'))
const multicall3 = /** @type {{ address: Hex, runtime: Hex }} */ (json('./multicall3.json'))

// Code is set at fixed addresses rather than deployed: no dev account spends a nonce or wei for
// it, and both chains have the same contracts at the same place.
/** @type {typeof import('../index.d.mts').tokens} */
export const tokens = {
  erc20: {
    address: '0x1000000000000000000000000000000000000e20',
    name: 'Localnet Token',
    symbol: 'LOCAL',
    decimals: 18,
    abi: artifacts.TestToken.abi,
  },
  silent: {
    address: '0x1000000000000000000000000000000000000051',
    name: 'Silent Dollar',
    symbol: 'SILENT',
    decimals: 6,
    abi: artifacts.SilentToken.abi,
  },
  refusing: {
    address: '0x10000000000000000000000000000000000000Fa',
    name: 'False Promise',
    symbol: 'FALSE',
    decimals: 18,
    abi: artifacts.FalseToken.abi,
  },
}
/** @type {typeof import('../index.d.mts').batchAccount} */
export const batchAccount = '0x1000000000000000000000000000000000007702'
/** @type {typeof import('../index.d.mts').lanterns} */
export const lanterns = {
  address: '0x1000000000000000000000000000000000001a27',
  abi: artifacts.Lanterns.abi,
}
/** @type {typeof import('../index.d.mts').collections} */
export const collections = {
  erc721: {
    address: '0x1000000000000000000000000000000000000721',
    name: 'Localnet Keys',
    abi: artifacts.TestCollectible.abi,
  },
  erc1155: {
    address: '0x1000000000000000000000000000000000001155',
    name: 'Localnet Items',
    abi: artifacts.TestItems.abi,
  },
}
/** @type {typeof import('../index.d.mts').hostileTokens} */
export const hostileTokens = {
  spam: { address: '0x1000000000000000000000000000000000005fa3', abi: artifacts.SpamToken.abi },
  poison: { address: '0x100000000000000000000000000000000000bad1', abi: artifacts.PoisonToken.abi },
  lying: { address: '0x1000000000000000000000000000000000000bad', abi: artifacts.LyingToken.abi },
}
/** @type {typeof import('../index.d.mts').reentrantToken} */
export const reentrantToken = {
  abi: artifacts.ReentrantToken.abi,
  runtime: artifacts.ReentrantToken.runtime,
}
/** How many whole tokens of each kind each account holds at the start. */
export const tokensEach = 1000n
export const multicallAddress = multicall3.address

/** @type {typeof import('../index.d.mts').putMulticall} */
export const putMulticall = async (url) =>
  void (await request(url, 'anvil_setCode', [multicall3.address, multicall3.runtime]))

const minter = '0x000000000000000000000000000000000000c0DE'
/** @param {string | bigint} value */
const word = (value) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).toLowerCase().padStart(64, '0')

/** @type {typeof import('../index.d.mts').placeLanterns} */
export const placeLanterns = async (url) =>
  void (await request(url, 'anvil_setCode', [lanterns.address, artifacts.Lanterns.runtime]))

/**
 * Puts the contracts on a fresh chain and mints the three ordinary tokens to the accounts.
 * @type {typeof import('../index.d.mts').furnish}
 */
export async function furnish(url) {
  const codes = [
    [tokens.erc20.address, artifacts.TestToken.runtime],
    [tokens.silent.address, artifacts.SilentToken.runtime],
    [tokens.refusing.address, artifacts.FalseToken.runtime],
    [batchAccount, artifacts.BatchAccount.runtime],
    [lanterns.address, artifacts.Lanterns.runtime],
    [collections.erc721.address, artifacts.TestCollectible.runtime],
    [collections.erc1155.address, artifacts.TestItems.runtime],
    [hostileTokens.spam.address, artifacts.SpamToken.runtime],
    [hostileTokens.poison.address, artifacts.PoisonToken.runtime],
    [hostileTokens.lying.address, artifacts.LyingToken.runtime],
  ]
  await putMulticall(url)
  for (const code of codes) await request(url, 'anvil_setCode', code)
  await request(url, 'anvil_setBalance', [minter, '0xde0b6b3a7640000'])
  await request(url, 'anvil_impersonateAccount', [minter])
  await request(url, 'evm_setAutomine', [false])
  for (const { address, decimals } of Object.values(tokens)) {
    for (const account of accounts) {
      // mint(address,uint256)
      const data = `0x40c10f19${word(account.address)}${word(tokensEach * 10n ** BigInt(decimals))}`
      await request(url, 'eth_sendTransaction', [
        { from: minter, to: address, data, gas: '0x30d40' },
      ])
    }
  }
  await request(url, 'evm_mine')
  await request(url, 'evm_setAutomine', [true])
  await request(url, 'anvil_stopImpersonatingAccount', [minter])
}
