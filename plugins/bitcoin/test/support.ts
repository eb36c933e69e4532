import { createKernel, type KernelOptions } from '@latchkey/kernel'
import type { Network } from '@latchkey/plugin-api'
import { vi } from 'vitest'
import { bitcoin, type BitcoinSource } from '../src/index.js'

/** Makes this place a page: a window and a document that take listeners, and nothing to draw on. */
export function becomePage(): void {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible', hidden: false })
  const location = new URL('https://host.test/')
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', location)
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), {
      document,
      location,
      navigator: { onLine: true, userAgent: '' },
      crypto,
      isSecureContext: true,
    }),
  )
}

export const createSite = (
  networks: readonly [Network, ...Network[]],
  { source, ...options }: Partial<KernelOptions> & { source?: BitcoinSource } = {},
) =>
  createKernel({
    metadata: { name: 'Test' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    ...options,
    plugins: [bitcoin({ networks, ...(source && { source }) })],
  })

export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => error,
  )
