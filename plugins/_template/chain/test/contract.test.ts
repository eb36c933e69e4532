import { describeAdapter, describeConnector, describePlugin } from '@latchkey/plugin-testkit'
import { mainnet, sampleChain, testnet } from '../src/index.js'
import { ALICE, BOB, CANNOT, CONNECTOR_ID, FakeWallet } from './FakeWallet.js'

const make = () => sampleChain({ networks: [mainnet, testnet] })

describePlugin('sample-chain', make, { page: () => new FakeWallet().install() })
describeAdapter('sample-chain', make, {
  namespace: 'samplech',
  // The adapter reads through the wallet. Where yours asks a node, give `fetch: ...` in place of
  // these two.
  page: () => new FakeWallet().install(),
  node: (kernel) => kernel.connect(CONNECTOR_ID),
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
  connectorId: CONNECTOR_ID,
  wallet: new FakeWallet(),
  cannot: CANNOT,
})
