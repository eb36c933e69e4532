import {
  describeAdapter,
  describeConnector,
  describePlugin,
  type WalletBench,
} from '@latchkey/plugin-testkit'
import { SolanaWallet } from '@latchkey/plugin-testkit/wallets'
import { solana, solanaDevnet, solanaMainnet } from '../src/index.js'
import { FakeLegacy, type Behaviour } from './fakeWallet.js'

const ALICE = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'
const make = () => solana({ networks: [solanaMainnet, solanaDevnet] })
/**
 * The part of Solana's JSON-RPC that a balance needs: each account has one lamport more than 1.2
 * SOL.
 */
const node: typeof fetch = async (_, init) => {
  const { id, method } = JSON.parse(String(init?.body)) as { id: number; method: string }
  return Response.json({
    jsonrpc: '2.0',
    id,
    ...(method === 'getBalance'
      ? { result: { context: { apiVersion: '2.2.7', slot: 348_000_000 }, value: 1_200_000_001 } }
      : { error: { code: -32601, message: 'Method not found' } }),
  })
}

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
    show: (which) => wallet.show(which),
    close: () => wallet.close(),
    lock: () => wallet.lock(),
    blurt: (error) => wallet.blurt(error),
  }
}

describePlugin('solana', make, { page: () => new SolanaWallet().install() })

describeAdapter('solana', make, {
  namespace: 'solana',
  fetch: node,
  valid: [
    ALICE,
    '11111111111111111111111111111111',
    'So11111111111111111111111111111111111111112',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  ],
  invalid: [
    ALICE.slice(0, -1) + '0',
    `${ALICE}1`,
    ALICE.slice(0, 40),
    ALICE.replace('7', 'O'),
    ALICE.replace('7', 'I'),
    ALICE.replace('7', 'l'),
    ` ${ALICE}`,
    `${ALICE}\n`,
    '1'.repeat(31),
    '1'.repeat(33),
    '1'.repeat(44),
    'z'.repeat(44),
    'z'.repeat(45),
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ],
})

describeConnector('announced (Wallet Standard)', make, {
  connectorId: 'solana:Bench',
  wallet: new SolanaWallet(),
  cannot: ['move'],
})
// The wallet tells neither its name nor its network.
describeConnector('injected (window.solana)', make, {
  connectorId: 'solana:injected',
  wallet: bench(() => new FakeLegacy()),
  cannot: ['move', 'introduce'],
})
