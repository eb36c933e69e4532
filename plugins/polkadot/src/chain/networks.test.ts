import { knownNamespaces } from '@latchkey/plugin-api'
import { describe, expect, it } from 'vitest'
import { idOf, toNetwork, type PolkadotNetwork } from './chains.js'
import * as networks from './networks.js'

const all = Object.entries(networks)

describe('networks', () => {
  it.each<[keyof typeof networks, string, number]>([
    ['polkadotRelay', 'polkadot:91b171bb158e2d3848fa23a9f1c25182', 0],
    ['polkadotHub', 'polkadot:68d56f15f85d3136970ec16946040bc1', 0],
    ['kusama', 'polkadot:b0a8d493285c2df73290dfb7e61f870f', 2],
    ['kusamaHub', 'polkadot:48239ef607d7928874027a43a6768920', 2],
    ['westend', 'polkadot:e143f23803ac50e8f6f8e62695d1ce9e', 42],
    ['westendHub', 'polkadot:67f9723393ef76214df0118c34bbbd3d', 42],
  ])('The network %s has the id %s and the prefix %i', (name, id, prefix) => {
    expect(toNetwork(networks[name])).toMatchObject({
      id,
      namespace: 'polkadot',
      reference: id.slice(9),
    })
    expect(networks[name].ss58Prefix).toBe(prefix)
  })

  it('The id of a network is the first 32 digits of its genesis hash in lower case', () => {
    for (const [, { genesisHash }] of all)
      expect(idOf(genesisHash.toUpperCase().replace('0X', '0x'))).toMatch(/^polkadot:[0-9a-f]{32}$/)
    expect(new Set(all.map(([, { genesisHash }]) => idOf(genesisHash))).size).toBe(all.length)
  })

  it('A network has the pictures that the host gives it [ENT-10]', () => {
    expect(toNetwork({ ...networks.kusama, assets: { imageId: 'kusama' } }).assets).toEqual({
      imageId: 'kusama',
    })
  })

  it.each<[string, Partial<PolkadotNetwork>]>([
    ['a short genesis hash', { genesisHash: '0x12' }],
    ['a reserved prefix', { ss58Prefix: 46 }],
    ['a prefix too large', { ss58Prefix: 16_384 }],
    ['half a prefix', { ss58Prefix: 1.5 }],
    ['https nodes', { rpcUrls: ['https://rpc.test'] }],
    ['no node', { rpcUrls: [] as never }],
  ])('A network with %s is refused', (_, change) => {
    expect(() => toNetwork({ ...networks.kusama, ...change })).toThrow(
      expect.objectContaining({ code: 'kernel.invalid_option' }) as Error,
    )
  })
})

it('The default account type is eoa [ACCT-09]', () => {
  expect(knownNamespaces['polkadot']?.accountType).toBe('eoa')
})
