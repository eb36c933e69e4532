import type { ResolvedOptions, WalletRow } from '@latchkey/kernel'
import { LatchkeyError } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { network } from '../../test/support.js'
import { isWebLink } from '../kit/Button.js'
import { wordsOf } from '../kit/errorText.js'
import { shorten } from '../shorten.js'
import { orderOf } from './connectOrder.js'
import { explorerLink } from './explorerLink.js'
import { isOn, isPlaced } from './features.js'
import { groupNetworks } from './groupNetworks.js'
import { isForHere, rankStores, storeOf } from './rankStores.js'

const row = (kind: WalletRow['kind']): WalletRow => ({
  id: kind,
  name: kind,
  type: 'EXTERNAL',
  kind,
  connectors: [],
  installed: false,
  recent: false,
  lookalike: false,
})

it('orders the ways to connect', () => {
  expect(orderOf([row('external')], ['social', 'email'], undefined)).toEqual([
    'email',
    'social',
    'wallet',
  ])
  expect(orderOf([row('external'), row('announced')], ['social', 'email'], undefined)).toEqual([
    'wallet',
    'email',
    'social',
  ])
  expect(orderOf([row('injected')], ['own.group', 'email'], ['email'])).toEqual([
    'email',
    'own.group',
    'wallet',
  ])
  expect(orderOf([], [], ['wallet', 'email'])).toEqual(['wallet'])
})

it('finds an explorer’s page for an address, and no link that is none [ENT-06]', () => {
  expect(explorerLink({ blockExplorers: [{ name: 'X', url: 'https://x.test' }] }, 'A')?.url).toBe(
    'https://x.test/address/A',
  )
  const at = (explorer: object) =>
    explorerLink({ blockExplorers: [{ name: 'X', url: 'https://x.example/', ...explorer }] }, 'a/b')
      ?.url
  expect(at({})).toBe('https://x.example/address/a%2Fb')
  expect(at({ accountPath: '/account' })).toBe('https://x.example/account/a%2Fb')
  expect(at({ accountPath: 'u/{address}/all' })).toBe('https://x.example/u/a%2Fb/all')
  expect(at({ url: 'javascript:alert(1)//' })).toBeUndefined()
  expect(explorerLink({}, 'a')).toBeUndefined()
})

it('offers the store of this browser and system first, and no link that is none', () => {
  const stores = [
    { store: 'Firefox', url: 'https://f' },
    { store: 'iOS', url: 'https://i' },
    { store: 'Chrome', url: 'https://c' },
    { store: 'x', url: 'data:text/html,x' },
  ]
  const first = (agent: string): string | undefined =>
    rankStores(stores, { userAgent: agent })[0]?.store
  expect(first('Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 Chrome/150.0 Safari/537.36')).toBe(
    'Chrome',
  )
  expect(first('Mozilla/5.0 (X11; rv:150.0) Gecko/20100101 Firefox/150.0')).toBe('Firefox')
  expect(
    first('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604.1'),
  ).toBe('iOS')
  expect(rankStores(stores, { userAgent: '' }).map(({ url }) => url)).toEqual([
    'https://f',
    'https://i',
    'https://c',
  ])
})

it('knows which stores install something here: extensions on no phone but in Firefox, programs by system', () => {
  const names = ['chrome', 'firefox', 'edge', 'safari', 'ios', 'android', 'mac', 'windows', 'linux']
  const fitting = (userAgent: string, maxTouchPoints = 0) =>
    names.filter((store) => isForHere([{ store, url: 'https://x' }], { userAgent, maxTouchPoints }))
  expect(
    fitting(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
    ),
  ).toEqual(['chrome', 'edge', 'windows'])
  expect(
    fitting(
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    ),
  ).toEqual(['safari', 'mac'])
  expect(
    fitting(
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
      5,
    ),
  ).toEqual(['ios'])
  expect(
    fitting(
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
    ),
  ).toEqual(['android'])
  expect(fitting('Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0')).toEqual([
    'firefox',
    'android',
  ])
  expect(
    fitting(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/150.0 Mobile/15E148 Safari/604.1',
    ),
  ).toEqual(['ios'])
  expect(isForHere([{ store: 'chrome', url: 'javascript:x' }], { userAgent: 'Chrome/1' })).toBe(
    false,
  )
  expect(['App Store', 'Google Play', 'Chrome', 'somewhere'].map(storeOf)).toEqual([
    'ios',
    'android',
    'chrome',
    undefined,
  ])
})

it('groups networks by chain family, test networks last', () => {
  const list = [
    network('1', 'One'),
    network('2', 'Two', { testnet: true }),
    network('3', 'Oak', { namespace: 'oak' }),
    network('4', 'Four'),
  ]
  const names = (search: string) =>
    groupNetworks(list, search).map(({ networks }) => networks.map(({ name }) => name))
  expect(names('')).toEqual([['One', 'Four', 'Two'], ['Oak']])
  expect(names(' TWO ')).toEqual([['Two']])
  expect(names('4')).toEqual([['Four']])
  expect(names('zzz')).toEqual([])
})

it('knows which features are on', () => {
  const flags = {
    features: { send: false, receive: true },
    remoteFeatures: { socials: [], swaps: ['x'], email: false },
  } as unknown as ResolvedOptions
  expect(
    ['send', 'receive', 'socials', 'swaps', 'email', 'unknown', undefined].map((feature) =>
      isOn(feature, flags),
    ),
  ).toEqual([false, true, false, true, false, true, true])
  const state = { account: undefined, network: undefined }
  expect(
    isPlaced(
      {
        when: () => {
          throw new Error('mine')
        },
      },
      state,
    ),
  ).toBe(false)
  expect(isPlaced({}, state)).toBe(true)
})

it('reads anything that was thrown', () => {
  const words = wordsOf(
    new LatchkeyError('wallet.user_rejected', 'raw', {
      context: { connectorId: 'x' },
      details: 'more',
    }),
  )
  expect(words).toEqual({
    code: 'wallet.user_rejected',
    params: { connectorId: 'x' },
    details: 'more',
    docs: expect.stringMatching(/errors#wallet\.user_rejected$/),
  })
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error('no')
      },
      getPrototypeOf: () => {
        throw new Error('no')
      },
    },
  )
  for (const thrown of [undefined, null, 'text', 7, hostile, Object.create(null), Symbol('x')])
    expect(wordsOf(thrown).code).toBeUndefined()
})

it('takes only web links', () => {
  expect(
    [
      'https://a.b',
      'http://a',
      'javascript:alert(1)',
      ' javascript:x',
      'data:text/html,x',
      'file:///x',
      '//a',
      'x',
      undefined,
    ].map((text) => isWebLink(text)),
  ).toEqual([true, true, false, false, false, false, false, false, false])
})

it('shortens only what is long', () => {
  expect(shorten('pebble1abc123')).toBe('pebble1abc123')
  expect(shorten('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266')
})
