// @vitest-environment happy-dom
import { createKernel } from '@latchkey/kernel'
import { mountModal } from '@latchkey/ui-react'
import { expect, it, vi } from 'vitest'
import { CONNECTOR, nova, NovaWallet } from './stranger.js'

it('An account of a chain family that only its plugin knows has the tabs that its registration names', async () => {
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    plugins: [nova(await NovaWallet.create())],
  })
  await kernel.ready
  const unmount = mountModal(kernel)
  await kernel.connect(CONNECTOR)
  kernel.open('Account')
  const tabs = (): string[] =>
    [...document.querySelectorAll('*')]
      .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('[role=tab]') ?? [])])
      .map((tab) => tab.textContent ?? '')
  await vi.waitFor(() => expect(tabs()).toEqual(['Tokens']), 20_000)
  unmount()
  kernel.dispose()
})
