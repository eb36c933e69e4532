// @vitest-environment happy-dom
import { LatchkeyError } from '@latchkey/plugin-api'
import { describe, expect, it, vi } from 'vitest'
import { analytics, trackedEvents } from '../src/index.js'
import { answers, names, openSite, quiet, sent, SERVER, until, type Sent } from './site.js'

describe('What is sent', () => {
  it('[API-46] An event goes to POST /e of the server with the project, the sdk and its version', async () => {
    const { api } = await openSite({ url: `${SERVER}/v9/`, projectId: 'shop' })
    api.track('CART_PAID')
    await until(() => expect(sent).toHaveLength(1))
    const [{ url }] = sent as [Sent]
    expect(url.origin + url.pathname).toBe(`${SERVER}/v9/e`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      projectId: 'shop',
      st: 'latchkey',
      sv: '0.1.0',
    })
  })

  it('[API-47] A body has exactly eventId, url, domain, timestamp and props, without a query', async () => {
    const { api } = await openSite()
    const before = Date.now()
    api.track('CART_PAID')
    await until(() => expect(sent).toHaveLength(1))
    const [{ body }] = sent as [Sent]
    expect(Object.keys(body).sort()).toEqual(['domain', 'eventId', 'props', 'timestamp', 'url'])
    expect(body).toMatchObject({ url: `${location.origin}/cart`, domain: location.hostname })
    expect(body.timestamp).toBeGreaterThanOrEqual(before)
    expect(body.timestamp).toBeLessThanOrEqual(Date.now())
    api.track('CART_PAID')
    await until(() => expect(sent).toHaveLength(2))
    expect(sent[1]!.body.eventId).not.toBe(body.eventId)
  })

  it('[API-48] Its props are the data of the event, and the address in use', async () => {
    const { kernel, api } = await openSite()
    await kernel.connect('w')
    await until(() => expect(names()).toContain('CONNECT_SUCCESS'))
    api.track('CART_PAID', { a: 1 })
    await until(() =>
      expect(sent.at(-1)?.body.props).toEqual({ a: 1, event: 'CART_PAID', address: 'test-a' }),
    )
  })

  it.each([
    ['nothing', { address: false }, undefined],
    ['a code of the site', { address: 'hashed', addressKey: 'shop' }, /^[\da-f]{32}$/],
  ] as const)(
    'In the place of the address there is %s where the site wants that',
    async (_, more, wanted) => {
      const { kernel, api } = await openSite({ url: SERVER, ...more })
      await kernel.connect('w')
      api.track('CART_PAID')
      await until(() => expect(names()).toContain('CART_PAID'))
      const { props } = sent.at(-1)!.body as { props: { address?: string } }
      if (wanted) expect(props.address).toMatch(wanted)
      else expect(props).not.toHaveProperty('address')
      expect(JSON.stringify(sent)).not.toContain('test-a')
    },
  )

  it('The steps of a connect are told with words and no texts', async () => {
    const { kernel } = await openSite()
    kernel.open()
    await kernel.connect('w')
    await kernel.disconnect()
    await until(() =>
      expect(names()).toEqual(
        expect.arrayContaining(['MODAL_OPEN', 'CONNECT_STARTED', 'CONNECT_SUCCESS', 'DISCONNECT']),
      ),
    )
    const started = sent.find(
      ({ body }) => (body.props as { event: string }).event === 'CONNECT_STARTED',
    )
    expect(started?.body.props).toEqual({
      connectorId: 'w',
      silent: false,
      event: 'CONNECT_STARTED',
    })
  })

  it('A part of the data that is not a word is left out', async () => {
    const { kernel } = await openSite()
    const error = new LatchkeyError('http.unreachable', 'No answer of https://rpc.test/KEY', {
      context: { url: 'https://rpc.test/KEY' },
    })
    kernel.ports.events.emit('kernel:error-reported', { error, where: 'https://rpc.test/KEY' })
    await until(() => expect(names()).toContain('ERROR'))
    expect(sent.at(-1)?.body.props).toEqual({ event: 'ERROR', code: 'http.unreachable' })
  })
})

describe('What is not sent', () => {
  it('A read of a page is not told, and what signs is', async () => {
    const { kernel } = await openSite()
    for (const cls of ['read', 'sign'] as const)
      kernel.ports.events.emit('request:settled', {
        ...{ network: 'test:1', method: `test_${cls}`, class: cls, ok: true },
      })
    await until(() => expect(names()).toContain('REQUEST_SETTLED'))
    await quiet()
    expect(sent.map(({ body }) => body.props)).toEqual([
      { event: 'REQUEST_SETTLED', network: 'test:1', method: 'test_sign', ok: true },
    ])
  })

  it('An event that waits is dropped where the browser asks meanwhile not to be followed', async () => {
    const { api } = await openSite()
    await quiet()
    api.track('CART_PAID')
    await Promise.resolve()
    Object.assign(navigator, { globalPrivacyControl: true })
    try {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
      document.dispatchEvent(new Event('visibilitychange'))
      await quiet()
      expect(sent).toEqual([])
    } finally {
      Reflect.deleteProperty(navigator, 'globalPrivacyControl')
    }
  })

  it('An event from before the consent is not sent after it, and subscribers hear it', async () => {
    const { api } = await openSite({ url: SERVER, consent: false })
    const heard: string[] = []
    api.subscribe(({ event }) => heard.push(event))
    api.track('CART_SEEN')
    api.setConsent(true)
    api.track('CART_PAID')
    await until(() => expect(names()).toEqual(['CART_PAID']))
    await quiet()
    expect([heard, names()]).toEqual([['CART_SEEN', 'CART_PAID'], ['CART_PAID']])
  })

  it('[ANALYTICS-01] MODAL_CREATED is skipped, and another event is sent once', async () => {
    const { api } = await openSite()
    api.track('MODAL_CREATED')
    api.track('CART_PAID')
    await until(() => expect(sent).toHaveLength(1))
    await quiet()
    expect(names()).toEqual(['CART_PAID'])
  })

  it('[ANALYTICS-02] Nothing is sent where the host has switched analytics off, and again when it is on', async () => {
    const { kernel, api } = await openSite({ url: SERVER }, { analytics: false })
    expect(api.isSending()).toBe(false)
    api.track('CART_PAID')
    await quiet()
    expect(sent).toEqual([])
    kernel.setOptions({ features: { analytics: true } })
    expect(api.isSending()).toBe(true)
    api.track('CART_LEFT')
    await until(() => expect(names()).toEqual(['CART_LEFT']))
  })

  it('[ANALYTICS-03] Subscribers of the host hear every event where analytics are off', async () => {
    const { kernel, api } = await openSite({ url: SERVER }, { analytics: false })
    const heard: string[] = []
    const stop = api.subscribe(({ event }) => heard.push(event))
    api.track('CART_PAID', { a: 1 })
    kernel.open()
    await until(() => expect(heard).toEqual(expect.arrayContaining(['CART_PAID', 'MODAL_OPEN'])))
    stop()
    api.track('CART_LEFT')
    await quiet()
    expect(heard).not.toContain('CART_LEFT')
    expect(sent).toEqual([])
  })

  it.each([
    ['there is no url', {}, (): void => undefined],
    ['there is no consent', { url: SERVER, consent: false }, (): void => undefined],
    ['no visit is in the sample', { url: SERVER, sample: 0 }, (): void => undefined],
    [
      'the browser asks not to be followed',
      { url: SERVER },
      (): void => void Object.assign(navigator, { globalPrivacyControl: true }),
    ],
  ] as const)('Nothing is sent where %s', async (_, options, prepare) => {
    prepare()
    try {
      const { api } = await openSite(options)
      api.track('CART_PAID')
      await quiet()
      expect([sent, api.isSending()]).toEqual([[], false])
    } finally {
      Reflect.deleteProperty(navigator, 'globalPrivacyControl')
    }
  })

  it('Consent that is taken back drops what waits, and given again it goes on', async () => {
    const { api } = await openSite()
    api.track('CART_PAID')
    await Promise.resolve()
    api.setConsent(false)
    await quiet()
    expect(sent).toEqual([])
    api.setConsent(true)
    api.track('CART_LEFT')
    await until(() => expect(names()).toEqual(['CART_LEFT']))
  })
})

describe('Bounds and failures', () => {
  it('[ALERT-13] Two answers of 403 raise the alert once', async () => {
    answers.push(403, 403)
    const { kernel, api } = await openSite()
    api.track('CART_PAID')
    api.track('CART_LEFT')
    await until(() => expect(sent).toHaveLength(2))
    await quiet()
    const alerts = (await kernel.ports.late.load()).alerts.get()
    expect(alerts.map(({ title }) => title)).toEqual(['Invalid App Configuration'])
  })

  it('[ERR-42] Of eight errors within 60 s five are reported, and one after 61 s is', async () => {
    const { kernel } = await openSite()
    vi.useFakeTimers({ toFake: ['Date'] })
    const report = (): void =>
      kernel.ports.events.emit('kernel:error-reported', { error: new Error('x'), where: 'shop' })
    for (let count = 0; count < 8; count += 1) report()
    await until(() => expect(sent).toHaveLength(5))
    vi.setSystemTime(Date.now() + 61_000)
    report()
    await until(() => expect(sent).toHaveLength(6))
    expect(new Set(names())).toEqual(new Set(['ERROR']))
  })

  it('Of ten thousand events at once at most ten wait, and the page notices nothing', async () => {
    const { api } = await openSite()
    for (let count = 0; count < 10_000; count += 1) api.track('CART_PAID')
    await until(() => expect(sent.length).toBeGreaterThan(9))
    await quiet()
    expect(sent).toHaveLength(10)
  })

  it('Of a hundred events in a minute sixty are sent, each after the page was idle', async () => {
    const idle: (() => void)[] = []
    vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
    vi.stubGlobal('cancelIdleCallback', () => undefined)
    const { api } = await openSite()
    for (let count = 0; count < 100; count += 1) {
      api.track('CART_PAID')
      await new Promise((resolve) => setTimeout(resolve))
      expect(sent).toHaveLength(Math.min(count, 60))
      for (const run of idle.splice(0)) run()
      await new Promise((resolve) => setTimeout(resolve))
    }
    expect(sent).toHaveLength(60)
  })

  it('An event is sent from a page without https', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const { api } = await openSite()
    api.track('CART_PAID')
    // 128 bits, as four numbers.
    await until(() => expect(sent[0]?.body.eventId).toMatch(/^\d+(?:-\d+){3}$/))
  })

  it('An event that fails is lost, and the next one is sent', async () => {
    answers.push(501, 'offline')
    const { kernel, api } = await openSite()
    for (const event of ['ONE', 'TWO', 'THREE']) api.track(event)
    await until(() => expect(names()).toEqual(['ONE', 'TWO', 'THREE']))
    expect((await kernel.ports.late.load()).alerts.get()).toEqual([])
  })

  it('An event that waits at the end of a page is sent by requests that outlive it', async () => {
    const { api } = await openSite()
    await quiet()
    api.track('CART_PAID')
    await Promise.resolve()
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    await until(() => expect(sent.map(({ keepalive }) => keepalive)).toEqual([true]))
    await quiet()
    expect(sent).toHaveLength(1)
  })

  it('A subscriber that throws stops nobody', async () => {
    const { api } = await openSite()
    api.subscribe(() => {
      throw new Error('mine')
    })
    const heard = vi.fn()
    api.subscribe(heard)
    api.track('CART_PAID')
    await until(() => expect(names()).toEqual(['CART_PAID']))
    expect(heard).toHaveBeenCalledOnce()
  })

  it.each(['cart', '', 'A B', 'X'.repeat(65)])(
    'An event named "%s" is told in the log, and neither sent nor heard',
    async (event) => {
      const log = vi.spyOn(console, 'error').mockReturnValue()
      const { api } = await openSite({ url: SERVER }, {}, 'error')
      const heard = vi.fn()
      api.subscribe(heard)
      api.track(event)
      api.track('CART_PAID')
      await until(() => expect(names()).toEqual(['CART_PAID']))
      expect(heard).toHaveBeenCalledOnce()
      expect(log.mock.calls.flat().join(' ')).toContain('is no name of an event')
    },
  )

  it.each([
    [{ url: 'mailto:x' }, 'analytics.url'],
    [{ url: SERVER, sample: 2 }, 'analytics.sample'],
    [{ url: SERVER, sample: Number.NaN }, 'analytics.sample'],
    [{ url: SERVER, address: 'hashed' }, 'analytics.addressKey'],
  ] as const)('A bad option is refused with its name: %j', (options, option) => {
    expect(() => analytics(options)).toThrow(
      expect.objectContaining({ code: 'kernel.invalid_option', context: { option } }),
    )
  })
})

it('The list of events has each name and each source once', () => {
  for (const at of [0, 1] as const)
    expect(new Set(trackedEvents.map((each) => each[at])).size).toBe(trackedEvents.length)
})
