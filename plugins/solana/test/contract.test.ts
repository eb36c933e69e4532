import { describeAdapter, describeConnector, describePlugin, type WalletBench } from '@latchkey/plugin-testkit'
import { SolanaWallet } from '@latchkey/plugin-testkit/wallets'
import { solana, solanaDevnet, solanaMainnet } from '../src/index.js'
import { FakeLegacy, type Behaviour } from './fakeWallet.js'

const ALICE = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'
const make = () => solana({ networks: [solanaMainnet, solanaDevnet] })

/** A new wallet for each check. */
function bench(create: () => FakeLegacy): WalletBench {
  let wallet = create()
  return {
    install() {
      wallet = create()
      return wallet.install()
    },
    behave: (how: Behaviour) => void (wallet.how = how),
    prompts: () => wallet.asked.filter((what) => what !== 'disconnect').length,
    answerLate: () => wallet.answerLate(),
    listeners: () => wallet.count(),
  }
}

describePlugin('solana', make, { page: () => new SolanaWallet().install() })

describeAdapter('solana', make, {
  namespace: 'solana',
  valid: [ALICE, '11111111111111111111111111111111', 'So11111111111111111111111111111111111111112', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  invalid: [ALICE.slice(0, -1) + '0', `${ALICE}1`, ALICE.slice(0, 40), ALICE.replace('7', 'O'), ALICE.replace('7', 'I'), ALICE.replace('7', 'l'), ` ${ALICE}`, `${ALICE}\n`, '1'.repeat(31), '1'.repeat(33), '1'.repeat(44), 'z'.repeat(44), 'z'.repeat(45), '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
})

describeConnector('announced (Wallet Standard)', make, { connectorId: 'solana:Bench', wallet: new SolanaWallet(), cannot: ['move'] })
describeConnector('injected (window.solana)', make, { connectorId: 'solana:injected', wallet: bench(() => new FakeLegacy()) })
