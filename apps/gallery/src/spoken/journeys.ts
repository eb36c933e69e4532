// Journeys of a visitor through the modal. They name what is pressed by message keys, so that one
// journey is walked in every language.
import { scenes } from '../scenes/index.js'
import { account, BITCOIN, EVERYWHERE, EVM, SOLANA } from '../world/chains.js'
import type { World } from '../world/types.js'
import { FakeWallet, refuse, wallets } from '../world/wallets.js'
import { isClosed, type Visitor } from './visitor.js'

export interface Journey {
  world?(): World | Promise<World>
  /** Connects a wallet before the journey. */
  connected?: true
  walk(visitor: Visitor): Promise<void>
}

/** The world of a scene. */
const worldOf = async (name: string): Promise<World> => {
  const { world } = scenes[name]!
  return (typeof world === 'function' ? await world() : world) ?? {}
}
/** A wallet that does the next of these things each time its user is `ready`. */
function createSlowWallet() {
  let next = (): void => undefined
  return {
    /** Waits for the user. */
    user: () => new Promise<void>((resolve) => (next = resolve)),
    ready: () => next(),
  }
}
const wallet = createSlowWallet()
/** Wallets of which Rabby waits for its user, and then declines or fails. */
const unwilling = (...error: Parameters<typeof refuse>) =>
  wallets(async () => {
    await wallet.user()
    return refuse(...error)()
  })

export const journeys: Readonly<Record<string, Journey>> = {
  open: {
    async walk(visitor) {
      await visitor.opens()
      await visitor.reads()
      await visitor.leaves()
    },
  },
  connect: {
    world: () => ({
      connectors: wallets(async ({ onStep }) => {
        await wallet.user()
        onStep({ step: 'confirm' })
        await wallet.user()
        return new FakeWallet('rabby', [account()])
      }),
    }),
    async walk(visitor) {
      await visitor.opens()
      await visitor.presses('Rabby', 'ui.opening', 'told')
      await visitor.reads()
      await visitor.meets('the wallet opens', wallet.ready, 'ui.confirmIn', 'told')
      await visitor.reads()
      await visitor.meets('confirms in the wallet', wallet.ready, isClosed)
      await visitor.isBack()
    },
  },
  reject: {
    world: () => ({ connectors: unwilling('wallet.user_rejected') }),
    async walk(visitor) {
      await visitor.opens()
      await visitor.presses('Rabby', 'ui.opening', 'told')
      await visitor.meets('declines in the wallet', wallet.ready, 'ui.retry', 'told')
      await visitor.reads()
      await visitor.presses('ui.back', 'Connect')
      await visitor.leaves()
    },
  },
  pair: {
    world: () => worldOf('ConnectingWalletConnect'),
    async walk(visitor) {
      await visitor.opens()
      await visitor.presses('WalletConnect', 'walletconnect.newCodeIn')
      await visitor.reads()
      await visitor.presses('walletconnect.copy', 'walletconnect.copied', 'told')
      await visitor.reads()
    },
  },
  'switch-network': {
    connected: true,
    world() {
      const rabby: FakeWallet = new FakeWallet('rabby', [account()], async ({ id }) => {
        await wallet.user()
        rabby.tell({ network: id })
      })
      return { connectors: wallets(() => rabby) }
    },
    async walk(visitor) {
      await visitor.opens()
      await visitor.presses('ui.network', 'Networks')
      await visitor.reads()
      await visitor.presses('Base', 'ui.switchText', 'told')
      await visitor.reads()
      await visitor.meets('confirms in the wallet', wallet.ready, 'Account')
    },
  },
  account: {
    connected: true,
    async walk(visitor) {
      await visitor.opens()
      await visitor.reads()
      await visitor.presses('ui.showAddress', () =>
        visitor.stage.text().includes(account().address),
      )
      await visitor.presses('ui.copyAddress', 'ui.copied', 'told')
      await visitor.reads()
    },
  },
  receive: {
    connected: true,
    world: () => worldOf('Account / one wallet on three chains'),
    async walk(visitor) {
      await visitor.opens()
      await visitor.presses('ui.receive', 'ui.receiveOnly')
      await visitor.reads()
    },
  },
  send: {
    connected: true,
    async world() {
      const [form, review] = [await worldOf('send.form / filled in'), await worldOf('send.review')]
      return { sending: { ...form.sending, ...review.sending, loading: false } }
    },
    async walk(visitor) {
      const { kernel, push } = visitor.stage
      await visitor.opens(() => {
        kernel.open('Account')
        push(['send.form'])
      })
      await visitor.reads()
      await visitor.meets('the payment is ready', () => push(['send.review']), 'send.review')
      await visitor.reads()
      await visitor.presses('send.confirm', 'send.inWallet', 'told')
      await visitor.reads()
    },
  },
  'sign-in': {
    connected: true,
    world: () => worldOf('SIWXSignMessage / without a statement'),
    async walk(visitor) {
      await visitor.opens(() => visitor.stage.kernel.open('SIWXSignMessage'))
      await visitor.reads()
      await visitor.presses('siwx.showMessage', 'siwx.copyMessage')
      await visitor.reads()
    },
  },
  error: {
    world: () => ({ connectors: unwilling('wallet.bad_answer', 'eth_requestAccounts: 42') }),
    async walk(visitor) {
      await visitor.opens()
      await visitor.presses('Rabby', 'ui.opening', 'told')
      await visitor.meets('the wallet answers', wallet.ready, 'ui.retry', 'told')
      await visitor.reads()
      await visitor.presses('ui.details', () => visitor.stage.text().includes('42'))
      await visitor.reads()
    },
  },
  search: {
    world: () => worldOf('AllWallets'),
    async walk(visitor) {
      const reads = (words: string) => () => visitor.stage.text().includes(words)
      await visitor.opens()
      await visitor.presses('ui.allWallets', 'AllWallets')
      await visitor.reads()
      await visitor.types('zer', () => reads('Zerion')() && !reads('MetaMask')(), 'told')
      await visitor.reads()
      await visitor.types('zzz', 'ui.noResult', 'told')
      await visitor.reads()
    },
  },
  disconnect: {
    connected: true,
    world: () => ({
      connectors: wallets(() => new FakeWallet('rabby', EVERYWHERE)).map((each) =>
        each.id === 'rabby' ? { ...each, namespaces: [EVM, SOLANA, BITCOIN] } : each,
      ),
    }),
    async walk(visitor) {
      await visitor.opens()
      await visitor.presses('ui.accountsAndWallets', 'ProfileWallets')
      await visitor.reads()
      await visitor.presses('ui.disconnectFrom', 'ui.cannotPart', 'told')
      await visitor.reads()
      await visitor.presses('ui.disconnectWallet', isClosed, 'told')
      await visitor.isBack()
    },
  },
}
