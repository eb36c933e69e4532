// A site with analytics, whose server answers as a test says.
import { createKernel, type Kernel } from '@latchkey/kernel'
import {
  FakeConnection,
  FakeConnector,
  fakeAdapter,
  fakeNetwork,
  fakeStorage,
  scopesOf,
} from '@latchkey/plugin-testkit/fakes'
import { definePlugin } from '@latchkey/plugin-api'
import { afterEach, beforeEach, vi } from 'vitest'
import { analytics, type AnalyticsApi, type AnalyticsOptions } from '../src/index.js'

export const SERVER = 'https://analytics.test'

export interface Sent {
  url: URL
  keepalive: boolean
  signal: AbortSignal
  body: { eventId: string; url: string; domain: string; timestamp: number; props: object }
}
/** Answers of the server, in turn; then 202. */
export const answers: (number | 'offline' | 'never')[] = []
/** The requests that it got. */
export const sent: Sent[] = []
const kernels: Kernel[] = []

beforeEach(() => {
  answers.length = 0
  sent.length = 0
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
    const body = JSON.parse(init.body as string) as Sent['body']
    sent.push({ url, keepalive: init.keepalive === true, signal: init.signal!, body })
    const answer = answers.shift() ?? 202
    if (answer === 'never') return new Promise(() => undefined)
    return answer === 'offline'
      ? Promise.reject(new TypeError(answer))
      : Promise.resolve(Response.json({ status: 'SUCCESS' }, { status: answer }))
  })
  history.replaceState(null, '', '/cart?coupon=secret#top')
})
afterEach(() => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

export type Site = Kernel & { plugins: { analytics: AnalyticsApi } }

export async function openSite(
  options: AnalyticsOptions = { url: SERVER },
  features: { analytics?: boolean } = {},
  logLevel: 'silent' | 'error' = 'silent',
): Promise<{ kernel: Site; api: AnalyticsApi }> {
  const chain = definePlugin({
    id: 'chain',
    chains: ['test'],
    version: '0.1.0',
    kernelApi: '*',
    setup(ctx) {
      ctx.adapters.add(fakeAdapter('test'))
      ctx.networks.add(fakeNetwork('test:1'))
      const link = () => new FakeConnection('w', 'w', scopesOf('test'), { answer: () => null })
      ctx.connectors.add(new FakeConnector('w', { namespaces: ['test'], link }))
    },
  })
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    storage: fakeStorage(),
    logLevel,
    features,
    strict: true,
    plugins: [chain, analytics(options)],
  }) as Site
  kernels.push(kernel)
  await kernel.ready
  await kernel.ports.late.load()
  return { kernel, api: kernel.plugins.analytics }
}

export const names = (): unknown[] =>
  sent.map(({ body }) => (body.props as { event: string }).event)
export const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 5_000 })
/** Longer than the page takes to have nothing to do. */
export const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400))
