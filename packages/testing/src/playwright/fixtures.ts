import { test as base } from '@playwright/test'
import { startNodes, type EvmNodes } from '@latchkey/testing/nodes'
import { demandChainRule } from '../wallet/rules.js'
import type { WalletRule } from '../wallet/types.js'
import { answerRpc } from './answerRpc.js'
import { installChainWallet, type ChainWalletHandle } from './chains.js'
import { installInjectedWallet, type InjectedWalletHandle } from './injected.js'

export interface WalletFixtures {
  /** How the wallets behave from the start; default `approve`. An option: `test.use({ rule: 'reject' })`. */
  rule: WalletRule
  /** An EVM wallet, `Localnet Wallet`, found by EIP-6963, on the local nodes. */
  wallet: InjectedWalletHandle
  /**
   * Which addresses of nodes on the network are answered by the local node of a chain; default none. An option:
   * `test.use({ rpc: { 'https://eth.merkle.io/**': 1 } })`.
   */
  rpc: Readonly<Record<string, number>>
  /**
   * The Solana wallet, `Localnet Wallet`, found by the Wallet Standard. It signs; it sends by `solanaUrl`. The rules
   * `locked` and `wrongNetwork` are not for it: a test that has it begins with another.
   */
  solanaWallet: ChainWalletHandle
  /** HTTP JSON-RPC of a Solana node, for `solanaWallet`; default: that of a local validator. An option. */
  solanaUrl: string
}

export interface WalletWorkerFixtures {
  /** The ids of the chains of `nodes`, the first is in use at the start; default 31337 and 31338. An option. */
  chainIds: readonly number[]
  /** A local EVM node for each of `chainIds`, started when a test first asks for them. */
  nodes: EvmNodes
}

function urlOf({ chains }: EvmNodes, chainId: number): string {
  const found = chains.find(({ id }) => id === chainId)
  if (!found)
    throw new Error(`There is no local node of chain ${chainId}: name it in \`chainIds\` too.`)
  return found.url
}

/** Playwright's `test` with wallets: those that a test names are in its page before it loads. */
export const test = base.extend<WalletFixtures, WalletWorkerFixtures>({
  rule: ['approve', { option: true }],
  rpc: [{}, { option: true }],
  solanaUrl: ['http://127.0.0.1:8899', { option: true }],
  chainIds: [[31_337, 31_338], { option: true, scope: 'worker' }],
  nodes: [
    async ({ chainIds }, use) => {
      const nodes = await startNodes(chainIds)
      await use(nodes)
      await nodes.close()
    },
    { scope: 'worker' },
  ],
  wallet: async ({ page, nodes, rpc, rule }, use) => {
    const { chains, accounts } = nodes
    for (const [pattern, chainId] of Object.entries(rpc))
      await answerRpc(page, pattern, urlOf(nodes, chainId))
    await use(await installInjectedWallet(page, { chains, accounts, rule }))
  },
  solanaWallet: async ({ page, rule, solanaUrl }, use) => {
    const solana = { url: solanaUrl, wsUrl: solanaUrl, genesisHash: '1'.repeat(32) }
    await use(await installChainWallet(page, { world: { solana }, rule: demandChainRule(rule) }))
  },
})
export { expect } from '@playwright/test'
