import { describeAdapter, describeConnector, describePlugin } from '@latchkey/plugin-testkit'
import { Bip122Wallet } from '@latchkey/plugin-testkit/wallets'
import { bitcoin, mainnet, testnet } from '../src/index.js'
import { leather, okx, P2PKH, P2SH, P2TR, P2WPKH, P2WSH, unisat } from './bench.js'

const make = () => bitcoin({ networks: [mainnet, testnet] })
/** An Esplora server where each address has 0.0005 BTC in blocks, some of it on its way out. */
const node: typeof fetch = async (input) => {
  const [, address] =
    /^https:\/\/mempool\.space\/api\/address\/(\w+)$/.exec(
      input instanceof Request ? input.url : String(input),
    ) ?? []
  if (!address) return new Response('Not Found', { status: 404 })
  const stats = (funded: number, spent: number): object => ({
    funded_txo_count: 1,
    funded_txo_sum: funded,
    spent_txo_count: 1,
    spent_txo_sum: spent,
    tx_count: 2,
  })
  return Response.json({
    address,
    chain_stats: stats(70_000, 20_000),
    mempool_stats: stats(0, 10_000),
  })
}

describePlugin('bitcoin', make, { page: () => new Bip122Wallet().install() })

describeAdapter('bitcoin', make, {
  namespace: 'bip122',
  fetch: node,
  valid: [P2WPKH, [P2WPKH.toUpperCase(), P2WPKH], P2WSH, P2TR, P2PKH, P2SH],
  invalid: [
    P2WPKH.replace('t4', 't5'),
    P2TR.replace('cr', 'cp'),
    P2PKH.replace('Na', 'Nb'),
    P2SH.slice(0, -1),
    `${P2WPKH}q`,
    ` ${P2WPKH}`,
    `${P2PKH}\n`,
    `bC${P2WPKH.slice(2)}`,
    // BIP-350: a wrong checksum for the version, wrong lengths, an invalid version, and versions
    // without rules.
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'bc1pw5dgrnzv',
    'bc1gmk9yu',
    'BC1SW50QGDZ25J',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
    'cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq',
    'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  ],
})

describeConnector('WBIP (btc_providers)', make, {
  connectorId: 'bitcoin.BenchProviders.BitcoinProvider',
  wallet: new Bip122Wallet(),
  cannot: ['move'],
})
describeConnector('Wallet Standard', make, {
  connectorId: 'bitcoin.Bench',
  wallet: new Bip122Wallet({ kind: 'standard' }),
  cannot: ['move'],
})
// The plugin names these three wallets itself.
describeConnector('UniSat', make, {
  connectorId: 'bitcoin.unisat',
  wallet: unisat,
  cannot: ['introduce', 'sign'],
})
// This wallet has an object of its own for each network.
describeConnector('OKX', make, {
  connectorId: 'bitcoin.okx',
  wallet: okx,
  cannot: ['introduce', 'move', 'sign'],
})
// This wallet tells accounts and network only by a prompt, and has no events.
describeConnector('Leather', make, {
  connectorId: 'bitcoin.leather',
  wallet: leather,
  cannot: ['introduce', 'show', 'move', 'close', 'sign'],
})
