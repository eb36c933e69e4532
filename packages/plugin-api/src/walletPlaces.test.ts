import { describe, expect, it } from 'vitest'
import { createPlaces, createSync, type PageWallet } from './walletPlaces.js'

const JUNK = 10_000
const wallet = (claim: string, provider: object = {}): PageWallet => ({
  claim,
  name: claim,
  provider,
})
const open = (isKnown: (claim: string) => boolean = () => false) =>
  createPlaces<PageWallet>(
    ({ claim }) => isKnown(claim),
    () => undefined,
  )
type Open = ReturnType<typeof open>
const crowd = ({ take }: Open, count: number, from = 0): void => {
  for (let at = from; at < from + count; at++) take(wallet(`junk.n${at}`))
}
const seen = ({ found }: Open, claim: string) =>
  found()
    .filter((one) => one.claim === claim)
    .map(({ provider, contested }) => ({ provider, contested }))
const isMetaMask = (claim: string): boolean => claim === 'io.metamask'
const impostor = {}
const genuine = {}

describe('a known claim', () => {
  it.each([100, JUNK])(
    'that an impostor took first leaves the genuine wallet a place after a crowd of %i, and keeps it after more (audit M3)',
    (count) => {
      const places = open(isMetaMask)
      places.take(wallet('io.metamask', impostor))
      crowd(places, count)
      expect(places.take(wallet('io.metamask', genuine))).toBe(true)
      crowd(places, JUNK, count)
      expect(seen(places, 'io.metamask').map(({ provider }) => provider)).toEqual([
        impostor,
        genuine,
      ])
      expect(places.found()).toHaveLength(101)
    },
  )
  it('that the genuine wallet took first stays its own when an impostor and a crowd follow (audit M3)', () => {
    const places = open(isMetaMask)
    places.take(wallet('io.metamask', genuine))
    crowd(places, JUNK)
    places.take(wallet('io.metamask', impostor))
    crowd(places, JUNK, JUNK)
    expect(seen(places, 'io.metamask').map(({ provider }) => provider)).toEqual([genuine, impostor])
    expect(places.found()).toHaveLength(101)
  })
  it('that a crowd repeats has two places of its own, and costs no other known wallet its place (audit M3)', () => {
    const places = open((claim) => isMetaMask(claim) || claim === 'io.rabby')
    for (let at = 0; at < JUNK; at++) places.take(wallet('io.metamask'))
    places.take(wallet('io.rabby', genuine))
    for (let at = 0; at < JUNK; at++) places.take(wallet('io.metamask'))
    expect(seen(places, 'io.rabby')).toEqual([{ provider: genuine, contested: false }])
    expect(places.found()).toHaveLength(101)
  })
})

describe('a place that is lost', () => {
  it('leaves the claim contested for the impostor that stays (audit M3)', () => {
    const places = open()
    places.take(wallet('com.unknown', impostor))
    crowd(places, 100)
    places.take(wallet('com.unknown', genuine))
    expect(seen(places, 'com.unknown')).toHaveLength(2)
    crowd(places, JUNK, 100)
    expect(seen(places, 'com.unknown')).toEqual([{ provider: impostor, contested: true }])
    expect(
      places.found().filter(({ contested, claim }) => contested && claim === 'junk.n0'),
    ).toEqual([])
  })
  it('leaves the claim contested for the impostor that comes after (audit M3)', () => {
    const places = open()
    crowd(places, 100)
    places.take(wallet('com.unknown', genuine))
    crowd(places, 500, 100)
    places.take(wallet('com.unknown', impostor))
    expect(seen(places, 'com.unknown')).toEqual([{ provider: impostor, contested: true }])
  })
  it('is won back by the same wallet, which contests itself with nothing (audit M3)', () => {
    const places = open()
    crowd(places, 100)
    places.take(wallet('com.unknown', genuine))
    crowd(places, 1, 100)
    places.take(wallet('com.unknown', genuine))
    expect(seen(places, 'com.unknown')).toEqual([{ provider: genuine, contested: false }])
  })
  it('is beyond memory after 10,000: whoever comes then is contested, but for known wallets and those who were first (audit M3)', () => {
    const places = open(isMetaMask)
    crowd(places, JUNK + 102)
    crowd(places, 1, JUNK + 102)
    places.take(wallet('com.unknown', impostor))
    places.take(wallet('io.metamask', genuine))
    expect(seen(places, 'io.metamask')).toEqual([{ provider: genuine, contested: false }])
    expect(places.found()[0]).toMatchObject({ claim: 'junk.n0', contested: false })
    places.take(wallet('com.unknown', impostor))
    expect(seen(places, 'com.unknown')).toEqual([{ provider: impostor, contested: true }])
  })
  it('is told by the connector of whoever stays, though that was made before (audit M3)', () => {
    const places = open()
    const made = new Map<string, { contested?: boolean }>()
    const sync = createSync(
      {
        find: () => undefined,
        add: (connector: { id: string; contested?: boolean }) => (
          made.set(connector.id, connector),
          () => undefined
        ),
      },
      'test',
      () => places.found(),
      ({ id }) => ({ id }),
    )
    places.take(wallet('com.unknown', impostor))
    crowd(places, 100)
    places.take(wallet('com.unknown', genuine))
    sync()
    expect(made.get('com.unknown')).toMatchObject({ contested: false })
    crowd(places, 1, 100)
    sync()
    expect(made.get('com.unknown')).toMatchObject({ contested: true })
  })
})
