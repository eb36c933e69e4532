import { createInjectedWallet } from '@latchkey-tools/wallets/injected'
import type { World } from './world.js'

/** Announces the local wallet, which asks in a window of its own. @returns takes it away again */
export const injectWallet = (world: World): (() => void) => createInjectedWallet({ chains: world.chains, accounts: world.accounts, ui: 'popup' }).dispose
