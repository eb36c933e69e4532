import { knownNamespaces } from '@latchkey/plugin-api'
import { describe, expect, it } from 'vitest'
import { toNetwork, type CosmosNetwork } from './chains.js'
import * as networks from './networks.js'
import { toSuggestion } from '../wallet/suggestion.js'

const all = Object.values(networks) as readonly CosmosNetwork[]

describe('the networks', () => {
  it('There are twelve networks, each once', () => {
    expect(all).toHaveLength(12)
    expect(new Set(all.map(({ chainId }) => chainId)).size).toBe(12)
    expect(new Set(all.map(({ bech32Prefix }) => bech32Prefix)).size).toBe(12)
  })

  it.each(all.map((chain) => [chain.name, chain] as const))(
    'The network %s is plain data for the kernel and complete for a wallet',
    (_name, chain) => {
      expect(toNetwork(chain)).toMatchObject({
        id: `cosmos:${chain.chainId}`,
        namespace: 'cosmos',
        reference: chain.chainId,
        nativeCurrency: { symbol: chain.nativeCurrency.symbol },
      })
      expect(toNetwork(chain).nativeCurrency).not.toHaveProperty('denom')
      expect(
        [...chain.rpcUrls, chain.restUrl, chain.blockExplorer?.url].every(
          (url) => new URL(url!).protocol === 'https:',
        ),
      ).toBe(true)
      expect(toSuggestion(chain)).toMatchObject({
        chainId: chain.chainId,
        rest: chain.restUrl,
        bip44: { coinType: chain.coinType ?? 118 },
        bech32Config: {
          bech32PrefixAccAddr: chain.bech32Prefix,
          bech32PrefixValAddr: `${chain.bech32Prefix}valoper`,
        },
        feeCurrencies: [
          {
            coinMinimalDenom: chain.nativeCurrency.denom,
            gasPriceStep: { average: Number(chain.gasPrice) },
          },
        ],
      })
    },
  )

  it('A network has the pictures that the host gives it [ENT-10]', () => {
    expect(toNetwork({ ...networks.cosmoshub, assets: { imageId: 'hub' } }).assets).toEqual({
      imageId: 'hub',
    })
    expect(toNetwork(networks.cosmoshub)).not.toHaveProperty('assets')
  })

  it('A chain id that CAIP-2 cannot hold and a malformed gas price are refused', () => {
    expect(() => toNetwork({ ...networks.cosmoshub, chainId: 'a:b' })).toThrow(
      expect.objectContaining({ code: 'kernel.invalid_option' }),
    )
    expect(() => toNetwork({ ...networks.cosmoshub, gasPrice: '1e3' })).toThrow(
      expect.objectContaining({ code: 'kernel.invalid_option' }),
    )
  })

  it('A network without nodes is not suggested to a wallet', () => {
    const { restUrl: _, ...chain } = networks.cosmoshub
    expect(() => toSuggestion(chain)).toThrow(
      expect.objectContaining({
        code: 'wallet.unknown_chain',
        message: expect.stringContaining('restUrl') as string,
      }),
    )
  })
})

it('The default account type is eoa [ACCT-11]', () => {
  expect(knownNamespaces['cosmos']?.accountType).toBe('eoa')
})
