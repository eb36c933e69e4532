import { accounts, request } from '@latchkey/testing/nodes'
import { addressesOf } from './addresses.mjs'
import { startBitcoin } from './bitcoin/bitcoin.mjs'
import { batchAccount, lanterns } from './evm/contracts.mjs'
import { startLocalnet } from './localnet.mjs'
import { startPolkadot } from './polkadot.mjs'

const [{ privateKey }] = /** @type {[import('./index.d.mts').DevAccount]} */ (
  /** @type {unknown} */ (accounts)
)
const owner = Object.freeze({
  ...addressesOf(privateKey),
  polkadot: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
})
const funds = Object.freeze({ lamports: 10_000_000_000, satoshi: 100_000_000, uatom: 100_000_000 })

async function solana() {
  const { startSolana } = await import('./solana/solana.mjs')
  const { url, wsUrl, close } = await startSolana()
  await request(url, 'requestAirdrop', [owner.solana, funds.lamports])
  const genesisHash = /** @type {string} */ (await request(url, 'getGenesisHash', []))
  return { shown: { url, wsUrl, genesisHash }, close }
}

async function bitcoin() {
  const node = await startBitcoin()
  await node.fund(owner.bitcoin, funds.satoshi)
  return { shown: { url: node.url }, mine: node.mine, close: node.close }
}

async function polkadot() {
  const { chain, close } = await startPolkadot()
  return { shown: chain, close }
}

async function cosmos() {
  const { startCosmos } = await import('./cosmos/cosmos.mjs')
  const { url, chainId, close } = await startCosmos({
    genesis: { [owner.cosmos]: { uatom: funds.uatom } },
  })
  return { shown: { url, chainId }, close }
}

/** @param {string} url */
async function shownNames(url) {
  const { deployNames } = await import('./evm/names.mjs')
  const { name, owner, registry, universalResolver } = await deployNames(url)
  return { name, owner, registry, universalResolver }
}

/** @param {string} rpcUrl */
async function smartAccountsOn(rpcUrl) {
  await (await import('./evm/smartAccounts.mjs')).deploySmartAccounts(rpcUrl)
  return (await import('./evm/bundler.mjs')).startBundler({ rpcUrl })
}

/** @param {readonly { id: number }[]} chains */
const gameOn = (chains) => ({ contract: lanterns.address, chains: chains.map(({ id }) => id) })

/**
 * @type {typeof import('./index.d.mts').startWorld}
 */
export async function startWorld({
  onMissing,
  evmOnly = false,
  pools = false,
  names = false,
  smartAccounts = false,
  ...options
} = {}) {
  /**
   * @template T
   * @param {string} name
   * @param {() => Promise<T>} start
   * @returns {Promise<T | undefined>}
   */
  const orMissing = async (name, start) =>
    evmOnly
      ? undefined
      : onMissing
        ? start().catch((error) => void onMissing(name, error))
        : start()
  const starts = await Promise.allSettled([
    startLocalnet(options),
    orMissing('Solana', solana),
    orMissing('Bitcoin', bitcoin),
    orMissing('Polkadot', polkadot),
    orMissing('Cosmos', cosmos),
  ])
  const running = starts.flatMap((start) =>
    start.status === 'fulfilled' && start.value ? [start.value] : [],
  )
  const close = async () => void (await Promise.all(running.map((one) => one.close())))
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    await close()
    throw failed.reason
  }
  const [evm, sol, btc, dot, atom] = starts
  const of = /** @template T @param {PromiseSettledResult<T>} start @returns {T} */ (start) =>
    /** @type {PromiseFulfilledResult<T>} */ (start).value
  const { chains, erc20, url } = of(evm)
  const deployed = pools ? (await import('./evm/pools.mjs')).deployPools(url) : undefined
  const named = names ? await shownNames(url) : undefined
  const bundler = smartAccounts ? await smartAccountsOn(url) : undefined
  return {
    shown: {
      chains,
      accounts,
      erc20: { address: erc20.address, symbol: erc20.symbol, decimals: erc20.decimals },
      solana: of(sol)?.shown,
      bitcoin: of(btc)?.shown,
      polkadot: of(dot)?.shown,
      cosmos: of(atom)?.shown,
      pools: await deployed,
      names: named,
      batchAccount,
      bundlerUrl: bundler?.url,
      game: smartAccounts ? gameOn(chains.slice(0, 1)) : undefined,
    },
    owner,
    mine: async () => void (await of(btc)?.mine(1)),
    close: async () => {
      await bundler?.close()
      await close()
    },
  }
}
