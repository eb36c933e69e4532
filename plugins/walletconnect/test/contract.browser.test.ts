import { describePlugin } from '@latchkey/plugin-testkit'
import { mountModal } from '@latchkey/ui-react'
import axe from 'axe-core'
import { expect, vi } from 'vitest'
import { walletconnect } from '../src/index.js'

const shown = (): HTMLElement | null => document.querySelector('latchkey-modal[data-overlay]')

// On a real page, with the modal that visitors see. Nobody answers on the relay's side.
describePlugin('walletconnect', () => walletconnect({ relayUrl: 'wss://relay.test' }), {
  async draw(kernel, view) {
    const stop = mountModal(kernel)
    try {
      // The one view without a wallet, the other without parameters.
      kernel.open(view as 'ConnectingWalletConnect', {})
      await vi.waitFor(
        () => expect(shown()?.shadowRoot?.querySelector('.view')?.textContent).toBeTruthy(),
        { timeout: 20_000 },
      )
      const { violations } = await axe.run(shown()!, { rules: { region: { enabled: false } } })
      return violations.map(({ help }) => help)
    } finally {
      kernel.close()
      stop()
    }
  },
})
