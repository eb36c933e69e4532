import { createElement, type ReactNode } from 'react'
import {
  createToken,
  defineView,
  type IdentitySource,
  type PluginContext,
} from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'
import type { Scene, Scenes, Stage } from './types.js'
import {
  account,
  adapter,
  ADDRESSES,
  BITCOIN,
  EVERYWHERE,
  EVM,
  iconOf,
  SOLANA,
  SOLANA_MAINNET,
} from '../world/chains.js'
import { storedWalletWorld } from '../world/makeWorld.js'
import { connector, FakeWallet, fail, forever, wallets } from '../world/wallets.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'parts.tokens': undefined
    'parts.activity': undefined
  }
}

const everywhere = wallets(() => new FakeWallet('rabby', EVERYWHERE)).map((each) =>
  each.id === 'rabby' ? { ...each, namespaces: [EVM, SOLANA, BITCOIN] } : each,
)
const acorn = connector('acorn', 'Acorn', {
  namespaces: [SOLANA],
  color: '#12b76a',
  answer: () => new FakeWallet('acorn', [account(ADDRESSES[2], SOLANA)]),
})
const two = [...wallets(() => new FakeWallet('rabby', [account(), account(ADDRESSES[1])])), acorn]
const both =
  (view: 'Account' | 'ProfileWallets') =>
  async ({ kernel }: Stage): Promise<void> => {
    await kernel.connect('acorn')
    await kernel.connect('rabby')
    kernel.open(view)
  }

/** Contributions of feature plugins to the account. */
function features(ctx: PluginContext): void {
  ctx.messages.add({
    en: {
      'p.send': 'Send',
      'p.swaps': 'Swap',
      'p.onramp': 'Buy',
      'p.own': 'Vote in the DAO',
      'p.tokens': 'Tokens',
      'p.activity': 'Activity',
    },
  })
  for (const feature of ['send', 'swaps', 'onramp'])
    ctx.accountActions.add({
      id: `parts.${feature}`,
      label: `p.${feature}`,
      feature,
      icon: 'M4 12h16M12 4v16',
      run: () => undefined,
    })
  ctx.accountActions.add({ id: 'parts.own', label: 'p.own', run: () => undefined })
  for (const name of ['tokens', 'activity'] as const) {
    const Tab = (): ReactNode =>
      createElement('p', { className: 'hint' }, `What a plugin shows under ${name}.`)
    ctx.views.add(
      defineView({
        id: `parts.${name}`,
        title: `p.${name}`,
        presentation: 'inline',
        render: { react: async () => Tab },
      }),
    )
    ctx.accountTabs.add({
      id: `parts.${name}`,
      label: `p.${name}`,
      view: `parts.${name}`,
      fills: name,
    })
  }
}
/** A plugin that knows a name, and a picture, for every address. */
const nameEverybody =
  (name: string) =>
  (ctx: PluginContext): void =>
    void ctx.points.add(createToken<IdentitySource>('identities'), {
      id: 'parts.names',
      identify: async () => ({ name, avatar: iconOf('#7a5af8') }),
    })
const balance = (shows: string, read: () => Promise<never>): Scene => ({
  shows,
  connected: true,
  world: { adapters: [adapter(EVM, { balance: read })] },
})

export const accountScenes: Scenes = {
  Account: { shows: '1.234', connected: true },
  'Account / whole address': {
    shows: ADDRESSES[0],
    connected: true,
    async play({ kernel, press }) {
      kernel.open('Account')
      await press('Show whole address')
    },
  },
  'Account / with a name': {
    shows: 'alice.shop.eth',
    connected: true,
    world: { setup: nameEverybody('alice.shop.eth') },
  },
  'Account / with a long name': {
    shows: 'a-very-long-name',
    connected: true,
    world: { setup: nameEverybody(`${'a-very-long-name-'.repeat(6)}.shop.eth`) },
  },
  'Account / with features and tabs': {
    shows: 'Vote in the DAO',
    connected: true,
    world: { setup: features },
  },
  'Account / one wallet on three chains': {
    shows: 'Ends Ethereum, Solana, and Bitcoin',
    connected: true,
    world: { connectors: everywhere },
  },
  'Account / several wallets': {
    shows: '3 accounts',
    world: { connectors: two },
    play: both('Account'),
  },
  'Account / balance on its way': {
    shows: 'Disconnect',
    connected: true,
    world: { adapters: [adapter(EVM, { balance: forever })] },
  },
  'Account / balance failing': balance('Token Balance Unavailable', fail(new Error('away'))),
  'Account / network that cannot be switched': {
    shows: 'Ethereum',
    connected: true,
    world: { options: { networkSwitching: false } },
  },
  'Account / unsupported network': {
    shows: 'Unsupported network',
    connected: true,
    world: { options: { allowUnsupportedNetworks: true }, connectors: wallets(() => moved) },
    async play({ kernel }) {
      moved.tell({ network: 'eip155:99' })
      kernel.open('Account')
    },
  },
  'Account / nobody is on this chain': {
    shows: 'No wallet on Solana yet',
    connected: true,
    async play({ kernel }) {
      await kernel.switchNetwork(SOLANA_MAINNET)
      kernel.open('Account')
    },
  },
  'Account / nobody': { shows: 'Not connected', play: ({ kernel }) => kernel.open('Account') },
  'Account / reconnecting': { shows: 'Account', loading: true, world: storedWalletWorld },
  'Account / in the page': {
    shows: '1.234',
    connected: true,
    inPage: true,
    world: { options: { embedded: true } },
  },
  ProfileWallets: { shows: 'In use', connected: true },
  'ProfileWallets / with a name': {
    shows: 'alice.shop.eth',
    connected: true,
    world: { setup: nameEverybody('alice.shop.eth') },
    play: ({ kernel }) => kernel.open('ProfileWallets'),
  },
  'ProfileWallets / several wallets': {
    shows: 'Disconnect all',
    world: { connectors: two },
    play: both('ProfileWallets'),
  },
  'ProfileWallets / one wallet on three chains': {
    shows: 'Bitcoin',
    connected: true,
    world: { connectors: everywhere },
  },
  'ProfileWallets / asked before parting': {
    shows: 'Rabby cannot leave Solana alone',
    connected: true,
    world: { connectors: everywhere },
    async play({ kernel, press }) {
      kernel.open('ProfileWallets')
      await press('Disconnect Rabby from Solana')
    },
  },
  'ProfileWallets / reconnecting': { shows: 'Reconnecting your wallets', world: storedWalletWorld },
  'ProfileWallets / nobody': { shows: 'Connect a wallet to see your account' },
}
const moved = new FakeWallet('rabby', [account()])
