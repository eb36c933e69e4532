// Draws both tabs and the approvals on every wrong answer that the test kit knows: what is on the screen comes from
// honest entries alone, and a failure is a typed error.
import { isLatchkeyError } from '@latchkey/plugin-api'
import { hostileAnswers, hostileServer, PLANTED } from '@latchkey/plugin-testkit/fakes'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { balance, coin, nft, type Site } from '../../test/bench.js'
import { all, cleanUp, openAccount, press, text } from '../../test/page.js'
import { approval } from '../../test/revoking.js'

const uncaught: unknown[] = []
const note = (event: Event): void => void uncaught.push(event)
beforeEach(() => {
  uncaught.length = 0
  window.addEventListener('error', note)
  window.addEventListener('unhandledrejection', note)
})
afterEach(() => {
  window.removeEventListener('error', note)
  window.removeEventListener('unhandledrejection', note)
  vi.useRealTimers()
  cleanUp()
})

const LISTS: Readonly<Record<string, unknown>> = {
  balance: { balances: [coin(), balance({ iconUrl: '/v1/image/abc' })] },
  nfts: { data: [nft('1', { imageUrl: '/v1/nft-media/abc' })], next: null },
  approvals: { data: [approval()], next: null, complete: true, settled: true },
  'supported-chains': { http: ['eip155:1'], ws: [] },
}
const listOf = ({ pathname }: URL): string => pathname.split('/').at(-1)!

/** The account of a site whose server answers one list wrongly, and all else honestly. */
async function open(
  list: 'balance' | 'nfts' | 'approvals',
  way: (typeof hostileAnswers)[number],
): Promise<Site> {
  const honest = hostileServer((url) => LISTS[listOf(url)] ?? { data: [], next: null })
  const { fetch: plain } = globalThis
  const wrong = hostileServer((url) => LISTS[listOf(url)])
  wrong.be(way)
  const { fetch: evil } = globalThis
  vi.stubGlobal('fetch', (input: RequestInfo, init?: RequestInit) =>
    (listOf(new URL(String(input))) === list ? evil : plain)(input, init),
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
    wrong.dispose()
    honest.dispose()
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  return openAccount({ server: null, hasServer: true })
}
const settled = (what: () => unknown): Promise<void> =>
  vi.waitFor(
    async () => {
      // A server of one byte a second is given up after 30 s.
      await vi.advanceTimersByTimeAsync(2_000)
      expect(what()).toBeTruthy()
    },
    { timeout: 20_000, interval: 20 },
  )

function expectClean(error: unknown): void {
  expect(uncaught).toEqual([])
  if (error !== undefined) expect(isLatchkeyError(error)).toBe(true)
  expect(text()).not.toContain(PLANTED)
  expect(text()).not.toMatch(
    /[\u202a-\u202e\u2066-\u2069]|stranger|javascript:|NaN|Infinity|-\d+\.\d/,
  )
  for (const image of all('.view img') as HTMLImageElement[])
    expect(image.src).toMatch(/^(?:data:image\/|https:\/\/api\.shop\.test\/v1\/)/)
  for (const link of all('.view a') as HTMLAnchorElement[])
    expect(link.href).toMatch(/^https:\/\/(?:scan\.example|latchkey\.dev\/docs\/errors#)/)
}

describe('hostile balances', () => {
  it.each(hostileAnswers)('Tokens with %s leave the tab clean', async (way) => {
    const { api } = await open('balance', way)
    await settled(
      () => !api.state.get().loading && (api.state.get().at ?? api.state.get().lastRetry),
    )
    await settled(() => /Ether|could not be read|Nothing here/.test(text()))
    expectClean(api.state.get().error)
  })
})
describe('hostile NFTs', () => {
  it.each(hostileAnswers)('NFTs with %s leave the tab clean', async (way) => {
    const { api } = await open('nfts', way)
    await press('NFTs')
    await settled(() => {
      const { loading, isRead, lastRetry } = api.state.get().nfts
      return !loading && (isRead || lastRetry !== undefined)
    })
    await settled(() => /Cat|#\d|could not be read|No NFTs yet/.test(text()))
    expectClean(api.state.get().nfts.error)
  })
})
describe('hostile approvals', () => {
  it.each(hostileAnswers)('Approvals with %s leave the view clean', async (way) => {
    const { api } = await open('approvals', way)
    await press('Approvals')
    await settled(() => {
      const { loading, isRead, lastRetry } = api.state.get().approvals ?? {}
      return loading === false && (isRead || lastRetry !== undefined)
    })
    await settled(() => /GLD|x{10}|could not be read|No site or contract/.test(text()))
    expectClean(api.state.get().approvals?.error)
    for (const row of api.state.get().approvals?.items ?? [])
      expect(row).toMatchObject({
        chainId: 'eip155:1',
        token: expect.stringMatching(/^0x[\da-f]{40}$/i),
      })
  })
})
