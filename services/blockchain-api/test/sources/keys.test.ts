// Keys of providers leave the service towards their provider alone.
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChains } from '../../src/chains.js'
import { isBlockchainApiError } from '../../src/errors.js'
import { alchemy } from '../../src/index.js'
import { type SourceContext } from '../../src/sources/source.js'
import { startTestApi } from '../harness.js'
import { startChainNode } from './chainNode.js'
import { type Connector, CONNECTORS } from './connectors.js'
import { PEOPLE, TOKENS } from './fakeChain.js'
import { CHAIN, chainAt } from './fakeContext.js'
import { createFakeProvider, FAULTS } from './fakeProvider.js'

let node: Awaited<ReturnType<typeof startChainNode>>
beforeAll(async () => {
  node = await startChainNode()
})
afterAll(() => node.close())

const WITH_KEYS = CONNECTORS.filter(({ key }) => key !== undefined)

/** A key as it may stand in a text. In base64 it looks different at each of three offsets. */
const spellingsOf = (key: string): string[] => {
  const inBase64 = [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(key)])
    return bytes.toString('base64').slice(offset + 1, -4)
  })
  const hex = Buffer.from(key).toString('hex')
  return [key, encodeURIComponent(key), encodeURI(key), hex, ...inBase64].flatMap((text) => [
    ...[text, text.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(text)],
  ])
}
const SPELLINGS = WITH_KEYS.flatMap(({ key = '' }) => spellingsOf(key))
const found = (text: string): string[] =>
  SPELLINGS.filter((spelling) => text.toLowerCase().includes(spelling.toLowerCase()))

/** The service with all connectors that have keys, and every line that it logs. */
async function start(connectors: readonly Connector[]) {
  const lines: string[] = []
  const providers = connectors.map((one) => createFakeProvider(one.good, one.faulty))
  const made = connectors.map((one, at) => one.make(providers[at]!.fetch))
  const api = await startTestApi({
    chains: [chainAt(node.url)],
    sources: made.flatMap((one) => ('source' in one ? one.source : [])),
    prices: made.flatMap((one) => ('prices' in one ? one.prices : [])),
    log: (...line) => void lines.push(inspect(line, { depth: 10, showHidden: true })),
  })
  return { api, lines, providers }
}

/** Asks every route, good and bad, and gives everything that came back. */
async function askAll({ app }: Awaited<ReturnType<typeof startTestApi>>): Promise<string[]> {
  const account = `${CHAIN}:${PEOPLE.alice}`
  const paths = app.routes.flatMap(({ method, path }) =>
    [account, PEOPLE.alice, 'x'].map((value) => [method, path.replace(/:\w+/g, value)] as const),
  )
  const others = ['/health', '/metrics', '/openapi.json', '/none'].map(
    (path) => ['get', path] as const,
  )
  const body = JSON.stringify({ addresses: [`${CHAIN}:${TOKENS.erc20.address}`, CHAIN] })
  const texts: string[] = []
  for (const [method, path] of [...paths, ...others]) {
    const response = await app.request(path, {
      method: method.toUpperCase(),
      ...(method !== 'get' && { body, headers: { 'content-type': 'application/json' } }),
    })
    texts.push(`${path} ${inspect([...response.headers])} ${await response.text()}`)
  }
  return texts
}

it('The search finds a key however it is spelled', () => {
  const [key = ''] = WITH_KEYS.map((one) => one.key)
  const texts = [key, encodeURIComponent(key), Buffer.from(`xy${key}z`).toString('base64')]
  expect(texts.filter((text) => found(`some ${text} thing`).length === 0)).toEqual([])
  expect(found('some other thing')).toEqual([])
})

it.each([undefined, ...FAULTS])(
  'No log line and no answer of any route has a key, at the fault %s',
  async (fault) => {
    // Each alone, so that its failures are not hidden by the next source.
    for (const connectors of [WITH_KEYS, ...WITH_KEYS.map((one) => [one])]) {
      const { api, lines, providers } = await start(connectors)
      for (const { state } of providers) state.fault = fault
      const texts = await askAll(api)
      const asked = providers.flatMap((one) => one.asked).join('\n')
      // The keys were used at all.
      expect(found(asked).length).toBeGreaterThan(0)
      expect(texts.length).toBeGreaterThan(40)
      for (const text of [...texts, ...lines]) expect(found(text)).toEqual([])
      if (fault === 'down') expect(lines.join('\n')).toContain('source.failed')
    }
  },
)

it('No error of a connector has its key', async () => {
  const chains = createChains([chainAt(node.url)])
  const chain = chains.all[0]!
  const account = {
    ...{ chain, family: 'eip155' as const, address: PEOPLE.alice },
    id: `${CHAIN}:${PEOPLE.alice}`,
  }
  const errors: unknown[] = []
  for (const connector of WITH_KEYS)
    for (const fault of FAULTS) {
      const provider = createFakeProvider(connector.good, connector.faulty)
      provider.state.fault = fault
      const made = connector.make(provider.fetch)
      const [source] = 'source' in made ? made.source({ chains } as SourceContext) : [made.prices]
      const query = { account, limit: 50, signal: new AbortController().signal }
      const calls = [
        source && 'history' in source && source.history?.(query),
        source && 'balances' in source && source.balances?.(query),
        source?.prices?.({ ...query, currency: 'usd', tokens: [{ chain: CHAIN }] }),
      ]
      for (const settled of await Promise.allSettled(calls))
        if (settled.status === 'rejected') errors.push(settled.reason)
    }
  expect(errors.length).toBeGreaterThan(20)
  for (const error of errors)
    expect(found(inspect(error, { depth: 10, showHidden: true }))).toEqual([])
})

it('An error of starting does not repeat an address with a key', () => {
  const make = () =>
    alchemy({ chain: CHAIN, url: 'alchemy ALCHEMY-KEY-1234567890' })({
      chains: createChains([chainAt(node.url)]),
    } as SourceContext)
  let failure: unknown
  try {
    make()
  } catch (error) {
    failure = error
  }
  expect(isBlockchainApiError(failure)).toBe(true)
  expect(found(inspect(failure, { depth: 10, showHidden: true }))).toEqual([])
})
