import { describeAdapter, describeConnector, describePlugin } from '@latchkey/plugin-testkit'
import { CosmosWallet } from '@latchkey/plugin-testkit/wallets'
import { cosmos } from '../src/index.js'
import { cosmoshub, osmosis } from '../src/chain/networks.js'

const make = () => cosmos({ networks: [cosmoshub, osmosis] })

/** A node on which somebody has 5 uatom: `QueryBalanceResponse` of cosmos.bank.v1beta1. */
const node: typeof fetch = async () =>
  Response.json({
    jsonrpc: '2.0',
    id: 1,
    result: {
      response: {
        code: 0,
        height: '1',
        value: Buffer.from('0a0a0a057561746f6d120135', 'hex').toString('base64'),
      },
    },
  })

describePlugin('cosmos', make, { page: () => new CosmosWallet().install() })

const ALICE = 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'
describeAdapter('cosmos', make, {
  namespace: 'cosmos',
  fetch: node,
  valid: [ALICE, [ALICE.toUpperCase(), ALICE], 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud'],
  invalid: [
    `${ALICE.slice(0, -1)}7`,
    ALICE.slice(0, -1),
    `${ALICE}q`,
    ` ${ALICE}`,
    `${ALICE}\n`,
    ALICE.replace('cosmos1', 'cosmoz1'),
    `C${ALICE.slice(1)}`,
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  ],
})

// These wallets are on all chains at once, and have the names that the plugin gives them.
const cannot = ['move', 'introduce'] as const
describeConnector('Keplr (window.keplr)', make, {
  connectorId: 'cosmos.keplr',
  wallet: new CosmosWallet({ path: ['keplr'] }),
  cannot,
})
describeConnector('Leap (window.leap)', make, {
  connectorId: 'cosmos.leap',
  wallet: new CosmosWallet({ path: ['leap'] }),
  cannot,
})
describeConnector('Cosmostation (window.cosmostation.providers.keplr)', make, {
  connectorId: 'cosmos.cosmostation',
  wallet: new CosmosWallet({ path: ['cosmostation', 'providers', 'keplr'] }),
  cannot,
})
describeConnector('OKX (window.okxwallet.keplr)', make, {
  connectorId: 'cosmos.okx',
  wallet: new CosmosWallet({ path: ['okxwallet', 'keplr'] }),
  cannot,
})
