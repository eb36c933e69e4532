// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answers, names, openSite, quiet, sent, until } from './site.js'

/** The visitor goes to another tab, or comes back. */
function show(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}
/** Lets ms go by, which the page spends on nothing. */
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('A server that does not answer', () => {
  it('The page asks it once at a time, and gives up each event after ten seconds', async () => {
    const { api } = await openSite()
    await quiet()
    vi.useFakeTimers()
    answers.push('never', 'never')
    for (let count = 0; count < 10_000; count += 1) api.track('CART_PAID')
    await wait(9_000)
    expect(sent).toHaveLength(1)
    await wait(2_000)
    expect([sent.length, sent[0]!.signal.aborted]).toEqual([2, true])
    await wait(60_000)
    expect(sent).toHaveLength(10)
  })

  it('Consent that is taken back ends the request that is under way', async () => {
    const { api } = await openSite()
    answers.push('never')
    api.track('CART_PAID')
    api.track('CART_LEFT')
    await until(() => expect(sent).toHaveLength(1))
    api.setConsent(false)
    expect(sent[0]!.signal.aborted).toBe(true)
    await quiet()
    api.setConsent(true)
    api.track('CART_SEEN')
    await until(() => expect(names()).toEqual(['CART_PAID', 'CART_SEEN']))
  })

  it('A host that switches analytics off ends the request that is under way too', async () => {
    const { kernel, api } = await openSite()
    answers.push('never')
    api.track('CART_PAID')
    await until(() => expect(sent).toHaveLength(1))
    kernel.setOptions({ features: { analytics: false } })
    expect(sent[0]!.signal.aborted).toBe(true)
  })
})

describe('A page that is left', () => {
  it('An event that is under way goes once more, with the same id, and those that wait go once', async () => {
    const { api } = await openSite()
    answers.push('never')
    for (const event of ['ONE', 'TWO', 'THREE']) api.track(event)
    await until(() => expect(names()).toEqual(['ONE']))
    show(true)
    expect(names()).toEqual(['ONE', 'ONE', 'TWO', 'THREE'])
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([false, true, true, true])
    expect(sent[1]!.body.eventId).toBe(sent[0]!.body.eventId)
    show(false)
    await quiet()
    expect(sent).toHaveLength(4)
  })

  it('A page that comes back from the back-forward cache goes on, and sends no event twice', async () => {
    const { api } = await openSite()
    await quiet()
    api.track('ONE')
    await Promise.resolve()
    show(true)
    expect(names()).toEqual(['ONE'])
    show(false)
    window.dispatchEvent(new Event('pageshow'))
    answers.push('never')
    api.track('TWO')
    await quiet()
    await quiet()
    expect(names()).toEqual(['ONE', 'TWO'])
  })

  it('Nothing is sent at the end of a page whose visitor has declined', async () => {
    const { api } = await openSite()
    await quiet()
    api.track('ONE')
    await Promise.resolve()
    api.setConsent(false)
    show(true)
    await quiet()
    expect(sent).toEqual([])
  })
})

describe('Data of the site', () => {
  it('An event whose data cannot be JSON is lost, and the next one is sent', async () => {
    const { api } = await openSite()
    api.track('ONE', { wei: 1n } as never)
    const circle: Record<string, unknown> = {}
    circle['circle'] = circle
    api.track('TWO', circle as never)
    api.track('THREE')
    await until(() => expect(names()).toEqual(['THREE']))
  })

  it('Data cannot change the name of its event', async () => {
    const { api } = await openSite()
    api.track('CART_PAID', { event: 'SIGN_IN_SUCCESS' })
    await until(() => expect(names()).toEqual(['CART_PAID']))
  })

  it.each(['constructor', '__proto__', 'toString'])(
    'An event of a stranger named %s is passed over',
    async (name) => {
      const { kernel, api } = await openSite()
      kernel.ports.events.emit(name as 'kernel:ready', {} as never)
      kernel.ports.events.emit(name as 'kernel:ready', undefined as never)
      api.track('CART_PAID')
      await until(() => expect(names()).toEqual(['CART_PAID']))
    },
  )
})

describe('Global Privacy Control', () => {
  afterEach(() => void Reflect.deleteProperty(navigator, 'globalPrivacyControl'))

  it.each([
    [true, []],
    [false, ['CART_PAID']],
  ])('Where the browser says %s the events %j are sent', async (value, wanted) => {
    Object.assign(navigator, { globalPrivacyControl: value })
    const { api } = await openSite()
    api.track('CART_PAID')
    await quiet()
    await quiet()
    expect([names(), api.isSending()]).toEqual([wanted, !value])
  })
})
