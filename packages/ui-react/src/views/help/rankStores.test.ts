import { expect, it } from 'vitest'
import { isForHere, rankStores, storeOf } from './rankStores.js'

it('The store of this browser and system comes first, and a link that is not a web link is left out', () => {
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

it('A store fits by browser and system: extensions on no phone but in Firefox, programs by system', () => {
  const names = ['chrome', 'firefox', 'edge', 'safari', 'ios', 'android', 'mac', 'windows', 'linux']
  const fittingStores = (userAgent: string, maxTouchPoints = 0) =>
    names.filter((store) => isForHere([{ store, url: 'https://x' }], { userAgent, maxTouchPoints }))
  expect(
    fittingStores(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
    ),
  ).toEqual(['chrome', 'edge', 'windows'])
  expect(
    fittingStores(
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    ),
  ).toEqual(['safari', 'mac'])
  expect(
    fittingStores(
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
      5,
    ),
  ).toEqual(['ios'])
  expect(
    fittingStores(
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
    ),
  ).toEqual(['android'])
  expect(
    fittingStores('Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0'),
  ).toEqual(['firefox', 'android'])
  expect(
    fittingStores(
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
