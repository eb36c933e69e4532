import { describeAdapter, describeConnector, describePlugin } from '@latchkey/plugin-testkit'
import { mainnet, sampleChain, testnet } from '../src/index.js'
import { ALICE, BOB, FakeWallet } from './FakeWallet.js'

const make = () => sampleChain({ networks: [mainnet, testnet] })

describePlugin('sample-chain', make, { page: () => new FakeWallet().install() })
describeAdapter('sample-chain', make, {
  namespace: 'samplech',
  // It reads through the wallet. One that asks a node of its own gives `fetch: ...` in place of these two.
  page: () => new FakeWallet().install(),
  node: (kernel) => kernel.connect('sample-chain.wallet'),
  valid: [ALICE, [BOB.toUpperCase(), BOB]],
  invalid: [
    ALICE.slice(0, -1),
    `${ALICE}0`,
    ` ${ALICE}`,
    ALICE.replace('a1', 'a2'),
    ALICE.replace('sc1', 'sd1'),
    ALICE.replace('sc1', 'sc2'),
  ],
})
describeConnector('Sample Chain Wallet', make, {
  connectorId: 'sample-chain.wallet',
  wallet: new FakeWallet(),
  cannot: ['move', 'introduce'],
})
