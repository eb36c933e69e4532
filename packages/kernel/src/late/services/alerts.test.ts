import { LatchkeyError } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startServices } from '../../../test/services/support.js'

afterEach(() => vi.unstubAllGlobals())
const start = async (options = {}) => (await startServices(options)).ports.alerts
const status = (status: number) =>
  new LatchkeyError('http.status', `HTTP status code: ${status}`, {
    context: { status, url: 'https://api.test' },
  })

describe('alerts', () => {
  it('Each alert is raised once, also after it was dismissed [ALERT-01]', async () => {
    const alerts = await start()
    const seen: number[] = []
    alerts.subscribe((list) => seen.push(list.length))
    const alert = { id: 'a', title: 'T', message: 'M' }
    alerts.raise(alert)
    alerts.raise(alert)
    expect(alerts.get()).toEqual([alert])
    alerts.dismiss('a')
    alerts.raise(alert)
    expect(alerts.get()).toEqual([])
    expect(seen).toEqual([1, 0])
  })

  it('The alert says which origin is not allowed [ALERT-02] [ALERT-03]', async () => {
    vi.stubGlobal('location', { origin: 'https://a.test' })
    const alerts = await start()
    alerts.report(new Error('Unauthorized: origin not allowed'))
    expect(alerts.get()).toMatchObject([{ title: 'Invalid App Configuration' }])
    expect(alerts.get()[0]?.message).toContain(
      'Origin not found on Allowlist - update configuration',
    )
    expect(alerts.get()[0]?.message).toContain('https://a.test')
  })

  it('The alert asks to check the clock when a token is not yet valid [ALERT-04] [ALERT-05]', async () => {
    const alerts = await start()
    alerts.report(
      new Error('socket closed', {
        cause: 'JWT validation error: JWT Token is not yet valid: 12 s',
      }),
    )
    expect(alerts.get()).toMatchObject([{ title: 'Session Expired' }])
    expect(alerts.get()[0]?.message).toMatch(/time settings.*reconnect/)
  })

  it('An invalid project id raises another alert than an origin [ALERT-06]', async () => {
    const alerts = await start()
    alerts.report(
      new LatchkeyError('http.status', 'HTTP status code: 403', {
        context: { status: 403, url: '' },
        cause: new Error('{"message":"Unauthorized: invalid key"}'),
      }),
    )
    expect(alerts.get()).toMatchObject([{ title: 'Invalid App Configuration' }])
    expect(alerts.get()[0]?.message).toContain('Invalid Project ID')
    alerts.report(new Error('Unauthorized: origin not allowed'))
    expect(alerts.get()).toHaveLength(2)
  })

  it('A default network that is not configured raises an alert [ALERT-07]', async () => {
    const alerts = await start({ defaultNetwork: 'test:9' })
    expect(alerts.get()).toMatchObject([{ title: 'Network Not Found' }])
    expect((await start()).get()).toEqual([])
  })

  it('The alert says that the server failed, at 500 and 503 [ALERT-11]', async () => {
    for (const code of [500, 503]) {
      const alerts = await start()
      alerts.report(status(code))
      expect(alerts.get()).toMatchObject([
        { title: 'Server Error', message: 'Failed to get App Configuration' },
      ])
    }
  })

  it('Too many requests raise one alert [ALERT-12]', async () => {
    const alerts = await start()
    alerts.report(status(429))
    alerts.report(status(429))
    expect(alerts.get()).toMatchObject([{ title: 'Rate Limited' }])
  })

  it('Other errors raise no alert', async () => {
    const alerts = await start()
    const cyclic: { cause?: unknown } = {}
    cyclic.cause = cyclic
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    )
    for (const error of [
      undefined,
      null,
      '',
      7,
      Symbol('x'),
      cyclic,
      hostile,
      new Error('x'),
      status(404),
      {
        message: {
          toString: () => {
            throw new Error('no')
          },
        },
      },
    ])
      alerts.report(error)
    expect(alerts.get()).toEqual([])
  })
})
