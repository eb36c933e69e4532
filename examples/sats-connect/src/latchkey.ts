import { bitcoin, mainnet } from '@latchkey/bitcoin'
import { registerSatsConnect } from '@latchkey/bitcoin/sats-connect'
import { createKernel } from '@latchkey/kernel'
import { mountModal } from '@latchkey/ui-react/elements'

const kernel = createKernel({
  metadata: { name: 'My shop' },
  plugins: [bitcoin({ networks: [mainnet] })],
})
mountModal(kernel)

export const { providerId } = registerSatsConnect(kernel)
