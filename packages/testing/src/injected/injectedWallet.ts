import { numberToHex } from 'viem'
import type { Eip1193Provider, PromptUi, WalletControl } from '../wallet/types.js'
import type { WalletOptions } from '../wallet/core.js'
import { createWallet } from '../wallet/wallet.js'
import { refuseProduction } from '../production.js'
import { announce, type AnnouncedInfo } from './announce.js'
import { localnetIcon } from './icon.js'
import { pageMemory } from './memory.js'
import { createPageUi } from './ui/pageUi.js'
import { createPopupUi } from './ui/popupUi.js'

/**
 * The place where the wallet asks its owner: a window of its own (`popup`, with `page` as a
 * fallback) or the corner of the page (`page`). `auto` approves without asking; with `manual` a test
 * answers.
 */
export type InjectedUi = 'popup' | 'page' | 'auto' | 'manual'

export interface InjectedWalletOptions
  extends Omit<WalletOptions, 'ui' | 'origin' | 'memory'>, Partial<AnnouncedInfo> {
  /** Default `popup`. */
  ui?: InjectedUi
  /** Whether it may be made in a production build: a demo on local chains. Default false. */
  allowProduction?: boolean
  /** Whether it announces itself by EIP-6963; default true. */
  announces?: boolean
  /** Whether it also sits at `window.ethereum`; default false. */
  legacy?: boolean
  /** Whether it remembers the site over a reload; default true. */
  remembers?: boolean
}

export interface InjectedWallet extends WalletControl {
  info: AnnouncedInfo
  provider: Eip1193Provider
  announce(): void
  /** How many listeners the site has left on the provider. */
  listenerCount(event: string): number
}

type Page = Window & typeof globalThis & { ethereum?: unknown }

function createUi(page: Page, ui: InjectedUi, name: string): WalletOptions['ui'] {
  if (ui === 'auto' || ui === 'manual') return ui
  const corner: PromptUi = createPageUi(page, name)
  return ui === 'page' ? corner : createPopupUi(page, name, corner)
}

/** Another tab of the site connected, switched or disconnected: this one hears of it too. */
function followOtherTabs(page: Page, key: string, reload: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === key) reload()
  }
  page.addEventListener('storage', heard)
  return () => page.removeEventListener('storage', heard)
}

/** Puts the provider at `window.ethereum`. @returns takes it away again, if it is still there */
function standAtEthereum(page: Page, provider: Eip1193Provider): () => void {
  page.ethereum = provider
  page.dispatchEvent(new Event('ethereum#initialized'))
  return () => {
    if (page.ethereum === provider) delete page.ethereum
  }
}

/**
 * The localnet's own wallet: announces itself, holds development keys, asks before it does
 * anything.
 * For local chains only; its keys are public.
 * @throws in a production build, unless `allowProduction` is set
 * @example createInjectedWallet({ chains: localnet.chains, accounts: localnet.accounts, ui:
 * 'manual' })
 */
export function createInjectedWallet(
  options: InjectedWalletOptions,
  page: Page = window,
): InjectedWallet {
  if (!options.allowProduction) refuseProduction(page)
  const info: AnnouncedInfo = {
    uuid: options.uuid ?? page.crypto.randomUUID(),
    name: options.name ?? 'Localnet Wallet',
    icon: options.icon ?? localnetIcon,
    rdns: options.rdns ?? 'dev.latchkey.localnet',
  }
  const key = `localnet-wallet:${info.rdns}`
  const wallet = createWallet({
    ...options,
    ui: createUi(page, options.ui ?? 'popup', info.name),
    origin: page.location.origin,
    ...(options.remembers !== false && { memory: pageMemory(page, key) }),
  })
  const { provider, control } = wallet
  const undo: (() => void)[] = []
  const announceNow = () => void undo.push(announce(page, info, provider))
  if (options.remembers !== false) undo.push(followOtherTabs(page, key, wallet.reload))
  if (options.announces !== false) announceNow()
  if (options.legacy) undo.push(standAtEthereum(page, provider))
  // After the task, as a wallet whose connection to its background has just come up.
  setTimeout(() => wallet.emit('connect', { chainId: numberToHex(control.state.chainId) }))

  const dispose = () => {
    for (const one of undo.splice(0)) one()
    control.dispose()
  }
  return Object.defineProperties(
    {
      info,
      provider,
      announce: announceNow,
      listenerCount: wallet.listenerCount,
    } as InjectedWallet,
    {
      ...Object.getOwnPropertyDescriptors(control),
      dispose: { value: dispose, enumerable: true },
    },
  )
}
