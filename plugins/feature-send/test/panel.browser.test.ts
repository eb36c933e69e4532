import { createKernel } from '@latchkey/kernel'
import { mountModal } from '@latchkey/ui-react'
import { expect, it, vi } from 'vitest'
import { send } from '../src/index.js'
import { FakeChain } from './bench.js'

const PATIENT = { timeout: 20_000 }
const inModal = (selector: string): HTMLElement | null | undefined =>
  document
    .querySelector<HTMLElement>('latchkey-modal[data-overlay]')
    ?.shadowRoot?.querySelector<HTMLElement>(selector)
/** The files of the panel that the page fetched: its view and the form behind it. */
const fetched = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => /feature-send\/src\/(createForm\.ts|react\/form\/SendForm\.tsx)/.test(path))

it('The button of sending is shown only where the feature is on, and loads its view [PANEL-04]', async () => {
  performance.setResourceTimingBufferSize(5_000)
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    features: { send: false },
    plugins: [new FakeChain('eip155').plugin(), send()],
  })
  const unmount = mountModal(kernel)
  await kernel.connect('wallet-eip155')
  kernel.open('Account')
  await vi.waitFor(
    () => expect(inModal('[data-feature="receive"], .features, .balance')).toBeTruthy(),
    PATIENT,
  )
  expect([inModal('[data-feature="send.open"]') ?? undefined, fetched()]).toEqual([undefined, []])
  kernel.setOptions({ features: { send: true } })
  await vi.waitFor(() => expect(inModal('[data-feature="send.open"]')).toBeTruthy(), PATIENT)
  expect(fetched()).toEqual([])
  inModal('[data-feature="send.open"]')!.click()
  await vi.waitFor(() => expect(inModal('form')).toBeTruthy(), PATIENT)
  expect(fetched()).toHaveLength(2)
  unmount()
  kernel.dispose()
})
