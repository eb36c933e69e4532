import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import { fakePage } from '@latchkey/plugin-testkit/fakes'
import { vi } from 'vitest'
import { cosmos, type CosmosApi, type CosmosNetwork } from '../src/index.js'

export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => error,
  )

/** Makes this place a page: a window and a document that take listeners, and nothing to draw on. */
export function becomePage(): void {
  for (const [name, value] of Object.entries(fakePage())) vi.stubGlobal(name, value)
}

export type CosmosKernel = Kernel & { plugins: { cosmos: CosmosApi } }

/** A kernel that is ready and has looked for wallets. */
export async function openKernel(
  networks: readonly [CosmosNetwork, ...CosmosNetwork[]],
  options: Partial<KernelOptions> = {},
): Promise<CosmosKernel> {
  const kernel = createKernel({
    metadata: { name: 'Test' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    ...options,
    plugins: [cosmos({ networks })],
  })
  await kernel.ready
  await kernel.ports.late.load()
  return kernel
}

export const accountsOf = ({ ports }: Kernel): (string | undefined)[] =>
  ports.accounts.all('cosmos').map(({ address }) => address)
