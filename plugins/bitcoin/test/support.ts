import { createKernel, type KernelOptions } from '@latchkey/kernel'
import type { Network } from '@latchkey/plugin-api'
import { fakePage } from '@latchkey/plugin-testkit/fakes'
import { vi } from 'vitest'
import { bitcoin, type BitcoinSource } from '../src/index.js'

/**
 * Makes this process a page: a window and a document that take listeners, without anything to draw
 * on.
 */
export function becomePage(): void {
  for (const [name, value] of Object.entries(fakePage())) vi.stubGlobal(name, value)
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
