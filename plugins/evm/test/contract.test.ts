import { describeAdapter, describeConnector, describePlugin } from '@latchkey/plugin-testkit'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { mainnet, sepolia } from 'viem/chains'
import { evm } from '../src/index.js'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const make = () => evm({ networks: [mainnet, sepolia] })

/** A node of which somebody has one ether. */
const node: typeof fetch = async (_, init) =>
  Response.json({
    jsonrpc: '2.0',
    id: (JSON.parse(String(init?.body)) as { id: number }).id,
    result: '0xde0b6b3a7640000',
  })

describePlugin('evm', make, { page: () => new Eip155Wallet().install() })

describeAdapter('evm', make, {
  namespace: 'eip155',
  fetch: node,
  valid: [
    ALICE,
    [ALICE.toLowerCase(), ALICE],
    [`0x${ALICE.slice(2).toUpperCase()}`, ALICE],
    [ALICE.slice(2), ALICE],
    '0x0000000000000000000000000000000000000000',
  ],
  invalid: [
    ALICE.replace('C5', 'c5'),
    ALICE.slice(0, -1),
    `${ALICE}0`,
    ALICE.replace('7', 'g'),
    `0X${ALICE.slice(2)}`,
    ` ${ALICE}`,
    `${ALICE}\n`,
    '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'vitalik.eth',
  ],
})

describeConnector('announced (EIP-6963)', make, {
  connectorId: 'test.bench',
  wallet: new Eip155Wallet(),
})
describeConnector('injected (window.ethereum)', make, {
  connectorId: 'injected',
  wallet: new Eip155Wallet({ kind: 'injected' }),
  cannot: ['introduce'],
})
