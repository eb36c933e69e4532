import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import { definePlugin } from '@latchkey/plugin-api'
import {
  account,
  fakeAdapter,
  FakeConnection,
  FakeConnector,
  fakeNetwork,
  scope,
} from '@latchkey/plugin-testkit/fakes'
import { mountModal } from '@latchkey/ui-react'
import { afterEach, expect, it, vi } from 'vitest'
import { swap } from '../src/index.js'

const PATIENT = { timeout: 20_000 }
const inModal = (selector: string): HTMLElement | null | undefined =>
  document
    .querySelector<HTMLElement>('latchkey-modal[data-overlay]')
    ?.shadowRoot?.querySelector<HTMLElement>(selector)
/** The files of the panel that the page fetched: its view and the swap behind it. */
const fetched = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => /feature-swap\/src\/(createSwap\.ts|react\/form\/SwapForm\.tsx)/.test(path))

/** A chain family with networks and a wallet. */
function family(namespace: string, networks: readonly string[]) {
  const connector = new FakeConnector(`wallet-${namespace}`, {
    namespaces: [namespace],
    link: () =>
      new FakeConnection(
        `link-${namespace}`,
        `wallet-${namespace}`,
        { [namespace]: scope([account(namespace, 'a')]) },
        { answer: () => null },
      ),
  })
  return definePlugin({
    ...{ id: namespace, version: '0.1.0', kernelApi: '*', chains: [namespace] },
    setup(ctx) {
      ctx.adapters.add(fakeAdapter(namespace))
      for (const id of networks) ctx.networks.add(fakeNetwork(id as 'a:1'))
      ctx.connectors.add(connector)
    },
  })
}

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
})
async function open(
  namespace: string,
  networks: readonly string[],
  options: Partial<Omit<KernelOptions, 'plugins'>> = {},
): Promise<Kernel> {
  const kernel = createKernel({
    ...{ metadata: { name: 'Shop' }, storage: null, mobile: false, logLevel: 'silent' },
    ...options,
    plugins: [family(namespace, networks), swap()],
  })
  const unmount = mountModal(kernel)
  ends.push(
    () => kernel.dispose(),
    () => unmount(),
  )
  await kernel.connect(`wallet-${namespace}`)
  kernel.open('Account')
  await vi.waitFor(() => expect(inModal('.view')?.textContent).toBeTruthy(), PATIENT)
  return kernel as unknown as Kernel
}
const entry = (): HTMLElement | undefined => inModal('[data-feature="swap.open"]') ?? undefined

it('The button of swapping is shown only where swaps are on, and loads its view [PANEL-03]', async () => {
  performance.setResourceTimingBufferSize(5_000)
  const kernel = await open('eip155', ['eip155:1'], { remoteFeatures: { swaps: false } })
  expect([entry(), fetched()]).toEqual([undefined, []])
  kernel.setOptions({ remoteFeatures: { swaps: ['default'] } })
  await vi.waitFor(() => expect(entry()).toBeTruthy(), PATIENT)
  expect(fetched()).toEqual([])
  entry()!.click()
  await vi.waitFor(() => expect(inModal('[data-side="from"]')).toBeTruthy(), PATIENT)
  expect(fetched()).toHaveLength(2)
})

it('Swaps are offered on networks with swaps, and on no other, and not on Solana [SWAP-09]', async () => {
  await open('eip155', ['eip155:1'])
  await vi.waitFor(() => expect(entry()).toBeTruthy(), PATIENT)
  expect((entry() as HTMLButtonElement).disabled).toBe(false)
  ends
    .splice(0)
    .reverse()
    .forEach((end) => end())
  for (const [namespace, network] of [
    ['eip155', 'eip155:999'],
    ['solana', 'solana:one'],
  ] as const) {
    await open(namespace, [network])
    expect([network, entry()]).toEqual([network, undefined])
    ends
      .splice(0)
      .reverse()
      .forEach((end) => end())
  }
})
