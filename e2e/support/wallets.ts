// Three wallets behind one face: our own with a hand on it, MetaMask's inpage provider, wallet-mock.
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
  /** Name of its row in the modal. */
  row: RegExp
  install(page: Page, localnet: Localnet): Promise<void>
  /** Says yes to what it asks; nothing to do for one that never asks. */
  approve(page: Page): Promise<void>
  reject?(page: Page): Promise<void>
  /** Prompts that wait. */
  waiting(page: Page): Promise<number>
  setChain?(page: Page, id: number): Promise<void>
  /** Makes the localnet's account number `index` the one in use. */
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
  // It says nothing when its network changes, so the way back from the wallet cannot be walked.
  switches: false,
  // It cannot.
  typedData: false,
  remembers: true,
}

export const wallets = [localnetWallet, metamask, mock] as const
