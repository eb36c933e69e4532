import {
  hostileAnswers,
  hostileServer,
  PLANTED,
  type HostileAnswer,
} from '@latchkey/plugin-testkit/fakes'
import { mountModal } from '@latchkey/ui-react'
import { isLatchkeyError } from '@latchkey/plugin-api'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { ALICE, entry, MALLORY, nft, token } from './entries.js'
import { atEnd, cleanUp, openSite, page } from './page.js'

/** Longer than the kernel waits for an answer. */
const PATIENT = { timeout: 40_000 }
const LIST = [
  entry('a', {}, [token(), nft()]),
  entry('b', { status: 'failed', reason: 'too late' }),
]
/** The ways in which some of the list, or all of it, is still true. */
const SHOWN: Readonly<Partial<Record<HostileAnswer, number>>> = {
  'members that nobody knows': 2,
  '77 decimals': 2,
  'names that break the line, turn the text and have 10,000 letters': 2,
  'links javascript:': 2,
  'links data:text/html': 2,
  'links http: to a stranger': 2,
  'a cursor that leads to itself': 2,
  'the same entries on two pages': 2,
  'cursors that never end': 400,
}

const uncaught: unknown[] = []
const note = (event: ErrorEvent | PromiseRejectionEvent): void =>
  void uncaught.push('reason' in event ? event.reason : event.error)
beforeEach(() => {
  uncaught.length = 0
  window.addEventListener('error', note)
  window.addEventListener('unhandledrejection', note)
})
afterEach(() => {
  window.removeEventListener('error', note)
  window.removeEventListener('unhandledrejection', note)
  cleanUp()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

/** A visitor looks at the list of a server that answers in this way. */
async function look(way: HostileAnswer) {
  const site = await openSite()
  const { fetch } = globalThis
  const server = hostileServer((url) =>
    url.pathname.endsWith('/history') ? page(LIST) : { fungibles: [] },
  )
  const hostile = globalThis.fetch
  // The browser fetches the modal's own files.
  globalThis.fetch = (target, init) =>
    new URL(target instanceof Request ? target.url : target, location.href).host === 'api.shop.test'
      ? hostile(target, init)
      : fetch(target, init)
  onTestFinished(server.dispose)
  server.be(way)
  atEnd(mountModal(site.kernel))
  site.kernel.open('Account')
  return { ...site, server }
}
const view = (): HTMLElement | undefined =>
  document
    .querySelector('latchkey-modal[data-overlay]')
    ?.shadowRoot?.querySelector<HTMLElement>('.view') ?? undefined

it.each(hostileAnswers)(
  'A history with %s is a typed error or a clean list',
  async (way) => {
    const { api, server } = await look(way)
    await vi.waitFor(() => {
      const { readAt, error, loading } = api.state.get()
      expect([readAt !== undefined || error !== undefined, loading]).toEqual([true, false])
    }, PATIENT)
    for (let turn = 0; api.state.get().next !== undefined && turn < 300; turn++)
      await api.loadMore()
    const { error, transactions, next } = api.state.get()
    const asked = server.asked.filter(({ pathname }) => pathname.endsWith('/history'))
    expect(transactions.length).toBe(SHOWN[way] ?? 0)
    expect(new Set(transactions.map(({ id }) => id)).size).toBe(transactions.length)
    expect([next, asked.length <= 200]).toEqual([undefined, true])
    if (error !== undefined) expect(isLatchkeyError(error)).toBe(true)
    const rows = (): number => view()?.querySelectorAll('[data-entry] .row').length ?? 0
    await vi.waitFor(
      () => expect(Math.min(rows(), 2)).toBe(Math.min(transactions.length, 2)),
      PATIENT,
    )
    if (error === undefined && !transactions.length)
      await vi.waitFor(() => expect(view()?.innerText).toContain('Nothing yet'), PATIENT)
    if (error !== undefined)
      await vi.waitFor(() => expect(view()?.innerText).toContain('could not be loaded'), PATIENT)
    const html = new XMLSerializer().serializeToString(view()!)
    for (const foreign of [PLANTED, MALLORY, '\u202e', '\u2066', 'javascript:', 'stranger.test'])
      expect(html).not.toContain(foreign)
    expect(html.includes(ALICE.slice(0, 6)) || !transactions.length).toBe(true)
    expect(uncaught).toEqual([])
  },
  50_000,
)
