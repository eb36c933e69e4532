// Three EVM wallets behind one interface: our own, MetaMask's inpage provider, and wallet-mock.
import type { Page } from '@playwright/test'
import {
  injectedWallet,
  installInjectedWallet,
  installMetaMask,
  installMockWallet,
  type MetaMaskHandle,
} from '@latchkey-tools/wallets/playwright'
import type { Localnet } from './world.js'

export interface TestWallet {
  title: string
  /** The name of its row in the modal. */
  row: RegExp
  install(page: Page, localnet: Localnet): Promise<void>
  /** Approves its next prompt; does nothing for a wallet that never asks. */
  approve(page: Page): Promise<void>
  reject?(page: Page): Promise<void>
  /** The number of open prompts. */
  waiting(page: Page): Promise<number>
  setChain?(page: Page, id: number): Promise<void>
  /** Selects the localnet's account number `index`. */
  setAccount?(page: Page, index: number): Promise<void>
  disconnect?(page: Page): Promise<void>
  switches: boolean
  typedData: boolean
  remembers: boolean
}

const worlds = new WeakMap<Page, Localnet>()
const address = (page: Page, index: number) => worlds.get(page)!.accounts[index]!.address

const localnetWallet: TestWallet = {
  title: 'the localnet wallet',
  row: /Localnet Wallet/,
  async install(page, localnet) {
    worlds.set(page, localnet)
    await installInjectedWallet(page, { chains: localnet.chains, accounts: localnet.accounts })
  },
  approve: async (page) => void (await injectedWallet(page).approve()),
  reject: async (page) => void (await injectedWallet(page).reject()),
  waiting: async (page) => (await injectedWallet(page).pending()).length,
  setChain: (page, id) => injectedWallet(page).setChain(id),
  setAccount: (page, index) => injectedWallet(page).setAccounts([address(page, index)]),
  disconnect: (page) => injectedWallet(page).disconnect(),
  switches: true,
  typedData: true,
  remembers: true,
}

const handles = new WeakMap<Page, MetaMaskHandle>()
const handle = (page: Page) => handles.get(page)!
const metamask: TestWallet = {
  title: "MetaMask's inpage provider",
  row: /MetaMask/,
  async install(page, localnet) {
    worlds.set(page, localnet)
    handles.set(
      page,
      await installMetaMask(page, {
        chains: localnet.chains,
        accounts: localnet.accounts,
        approve: false,
      }),
    )
  },
  approve: async (page) => void (await handle(page).approve()),
  reject: async (page) => void (await handle(page).reject()),
  waiting: async (page) => handle(page).pending.length,
  setChain: async (page, id) => handle(page).setChain(id),
  setAccount: async (page, index) => handle(page).setAccounts([address(page, index)]),
  disconnect: async (page) => handle(page).disconnect(),
  switches: true,
  typedData: true,
  remembers: true,
}

const mock: TestWallet = {
  title: 'wallet-mock',
  row: /Mock Wallet/,
  install: (page, localnet) =>
    installMockWallet(page, { chains: localnet.chains, account: localnet.accounts[0]! }),
  approve: async () => undefined,
  waiting: async () => 0,
  // It does not report a change of network, so switching from the wallet cannot be tested.
  switches: false,
  // It cannot disconnect.
  typedData: false,
  remembers: true,
}

export const wallets = [localnetWallet, metamask, mock] as const
