import type { KeyHolder } from '@latchkey-tools/wallets/keys'
import { expect, it } from 'vitest'
import type { World } from '../world.js'
import { Keyring } from './keys.js'
import { familiesOf, fromNamespaces, networksOf, toNamespaces } from './namespaces.js'

const GENESIS = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'
const SOLANA = `solana:${GENESIS.slice(0, 32)}`
const REGTEST = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
// The first published development key of anvil and Hardhat. These tests ask no node.
const world: World = {
  chains: [],
  accounts: [
    {
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    },
  ],
  solana: { url: 'http://127.0.0.1:1', wsUrl: 'ws://127.0.0.1:1', genesisHash: GENESIS },
  bitcoin: { url: 'http://127.0.0.1:1' },
  cosmos: { url: 'http://127.0.0.1:1', chainId: 'local-1' },
}
const keysOf = (...chains: string[]): Promise<readonly KeyHolder[]> =>
  new Keyring(world).among(chains)
const asked = (chain: string, methods: string[], events: string[] = []) => ({
  [chain.split(':')[0]!]: { chains: [chain], methods, events },
})

it("The keys of this world's chains are opened, and no others", async () => {
  expect((await keysOf(SOLANA, REGTEST, 'cosmos:local-1')).map(({ chain }) => chain)).toEqual([
    SOLANA,
    REGTEST,
    'cosmos:local-1',
  ])
  expect(
    await keysOf(
      'eip155:1',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'polkadot:91b171bb158e2d3848fa23a9f1c25182',
      'cosmos:hub-4',
      'sixth:main',
      'constructor:x',
    ),
  ).toEqual([])
})

it('The wallet shares what is both asked for and possible, required and optional alike', async () => {
  const keys = await keysOf(SOLANA, REGTEST)
  const asking = {
    requiredNamespaces: asked(SOLANA, ['solana_signMessage']),
    optionalNamespaces: {
      ...asked(SOLANA, ['solana_signTransaction', 'solana_other'], ['accountsChanged', 'other']),
      ...asked(REGTEST, ['signMessage']),
    },
  }
  const [solana, bitcoin] = familiesOf(asking, keys)
  expect(solana).toMatchObject({
    chain: SOLANA,
    name: 'Solana',
    methods: ['solana_signMessage', 'solana_signTransaction'],
    events: ['accountsChanged'],
  })
  expect(bitcoin).toMatchObject({
    chain: REGTEST,
    name: 'Bitcoin',
    methods: ['signMessage'],
    events: [],
  })
  expect(bitcoin?.addresses).toEqual([
    expect.stringMatching(/^bcrt1q/),
    expect.stringMatching(/^bcrt1p/),
  ])
})

it("Requests under a chain's own id are read", async () => {
  const asking = {
    requiredNamespaces: {},
    optionalNamespaces: { [SOLANA]: { methods: ['solana_signMessage'], events: [] } },
  }
  expect(familiesOf(asking, await keysOf(SOLANA))).toMatchObject([
    { chain: SOLANA, methods: ['solana_signMessage'] },
  ])
})

it('A chain family whose requirements the wallet cannot meet is left out', async () => {
  const keys = await keysOf(SOLANA)
  for (const needed of [asked(SOLANA, ['solana_other']), asked(SOLANA, [], ['other'])])
    expect(familiesOf({ requiredNamespaces: needed, optionalNamespaces: {} }, keys)).toEqual([])
  expect(
    familiesOf(
      {
        requiredNamespaces: {},
        optionalNamespaces: asked('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', [
          'solana_signMessage',
        ]),
      },
      keys,
    ),
  ).toEqual([])
})

it('Wanted networks are distinguished from required ones', () => {
  const asking = {
    requiredNamespaces: asked(SOLANA, []),
    optionalNamespaces: { ...asked('eip155:1', []), ...asked(REGTEST, []) },
  }
  expect(networksOf(asking)).toEqual({ required: [SOLANA], wanted: [SOLANA, 'eip155:1', REGTEST] })
})

it('Written namespaces are read back, with accounts by CAIP-10', async () => {
  const families = familiesOf(
    {
      requiredNamespaces: {},
      optionalNamespaces: {
        ...asked(SOLANA, ['solana_signMessage']),
        ...asked(REGTEST, ['signPsbt']),
      },
    },
    await keysOf(SOLANA, REGTEST),
  )
  const shared = { chains: [1, 10], accounts: [world.accounts[0]!.address], families }
  const namespaces = toNamespaces(shared)
  expect(namespaces['solana']).toEqual({
    chains: [SOLANA],
    accounts: [`${SOLANA}:${families[0]!.addresses[0]}`],
    methods: ['solana_signMessage'],
    events: [],
  })
  expect(namespaces['bip122']?.accounts).toHaveLength(2)
  expect(fromNamespaces(namespaces)).toEqual(shared)
  expect(Object.keys(toNamespaces({ ...shared, chains: [] }))).toEqual(['solana', 'bip122'])
})
