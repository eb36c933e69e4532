import { describeConnector, describePlugin } from '@latchkey/plugin-testkit'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import type { Dispose } from '@latchkey/plugin-api'
import { mainnet, sepolia } from 'viem/chains'
import { coinbaseWallet, ledger, okx, safe } from '../src/connectors/index.js'
import { evm } from '../src/index.js'
import { CoinbaseWindow } from './fakes/CoinbaseWindow.js'
import { SafeParent } from './fakes/SafeParent.js'
import { put } from './fakes/page.js'

const beside = () => [evm({ networks: [mainnet, sepolia] })]

/** An EIP-1193 wallet where its makers put it. */
class GlobalWallet extends Eip155Wallet {
  constructor(
    readonly global: string,
    readonly flags: object = {},
  ) {
    super()
  }
  protected override put(): Dispose {
    return put(window, {
      [this.global]: Object.assign(Object.create(this.provider) as object, this.flags),
    })
  }
}

const page = () => new GlobalWallet('okxwallet').install()
describePlugin('okx', okx, { beside, page })
describePlugin('ledger', ledger, { beside, page })
describePlugin('coinbase-wallet', coinbaseWallet, {
  beside,
  page: () => new CoinbaseWindow().install(),
})
describePlugin('safe', () => safe({ autoConnect: false }), {
  beside,
  page: () => new SafeParent().install(),
})

describeConnector('okx', okx, {
  connectorId: 'okx',
  wallet: new GlobalWallet('okxwallet'),
  beside,
  cannot: ['introduce'],
})
describeConnector('ledger', ledger, {
  connectorId: 'ledger',
  wallet: new GlobalWallet('ethereum', { isLedgerLive: true }),
  beside,
  cannot: ['introduce'],
})
describeConnector('coinbaseWallet', coinbaseWallet, {
  connectorId: 'coinbaseWallet',
  wallet: new GlobalWallet('coinbaseWalletExtension'),
  beside,
  cannot: ['introduce'],
})
describeConnector('coinbaseWalletSDK', coinbaseWallet, {
  connectorId: 'coinbaseWalletSDK',
  wallet: new CoinbaseWindow(),
  beside,
  cannot: ['introduce', 'show', 'move', 'close', 'lock', 'blurt', 'sign'],
})
// Inside the Safe app, being there is the permission.
describeConnector('safe', () => safe({ autoConnect: false }), {
  connectorId: 'safe',
  wallet: new SafeParent(),
  beside,
  cannot: ['introduce', 'show', 'move', 'close', 'lock', 'blurt', 'ask'],
})
