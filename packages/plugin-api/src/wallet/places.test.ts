import { describe, expect, it } from 'vitest'
import { createPlaces, type PageWallet } from './places.js'
import { createSync } from './sync.js'

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

describe('createPlaces with a known claim', () => {
  it.each([100, JUNK])(
    'A genuine wallet gets a place beside an earlier impostor after a crowd of %i, and keeps it (audit M3)',
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
  it('A genuine wallet that came first keeps its place when an impostor and a crowd follow (audit M3)', () => {
    const places = open(isMetaMask)
    places.take(wallet('io.metamask', genuine))
    crowd(places, JUNK)
    places.take(wallet('io.metamask', impostor))
    crowd(places, JUNK, JUNK)
    expect(seen(places, 'io.metamask').map(({ provider }) => provider)).toEqual([genuine, impostor])
    expect(places.found()).toHaveLength(101)
  })
  it('A claim that a crowd repeats has two places, and no other known wallet loses its own (audit M3)', () => {
    const places = open((claim) => isMetaMask(claim) || claim === 'io.rabby')
    for (let at = 0; at < JUNK; at++) places.take(wallet('io.metamask'))
    places.take(wallet('io.rabby', genuine))
    for (let at = 0; at < JUNK; at++) places.take(wallet('io.metamask'))
    expect(seen(places, 'io.rabby')).toEqual([{ provider: genuine, contested: false }])
    expect(places.found()).toHaveLength(101)
  })
})

describe('createPlaces where a wallet loses its place', () => {
  it('An impostor that stays is contested after the genuine wallet lost its place (audit M3)', () => {
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
  it('An impostor that comes after the genuine wallet lost its place is contested (audit M3)', () => {
    const places = open()
    crowd(places, 100)
    places.take(wallet('com.unknown', genuine))
    crowd(places, 500, 100)
    places.take(wallet('com.unknown', impostor))
    expect(seen(places, 'com.unknown')).toEqual([{ provider: impostor, contested: true }])
  })
  it('A wallet that wins its place back does not contest itself (audit M3)', () => {
    const places = open()
    crowd(places, 100)
    places.take(wallet('com.unknown', genuine))
    crowd(places, 1, 100)
    places.take(wallet('com.unknown', genuine))
    expect(seen(places, 'com.unknown')).toEqual([{ provider: genuine, contested: false }])
  })
  it('After 10,000 lost claims every newcomer is contested, except known wallets (audit M3)', () => {
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
  it('The connector of the wallet that stays becomes contested, though it was made before (audit M3)', () => {
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
