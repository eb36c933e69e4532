// A page whose wallet code knows sats-connect alone: libraries-satsHost.ts. Here it gets its
// provider, and the page a wallet.
import { bitcoin, regtest } from '@latchkey/bitcoin'
import { registerSatsConnect } from '@latchkey/bitcoin/sats-connect'
import { preview } from '@latchkey/feature-preview'
import { createKernel } from '@latchkey/kernel'
import { mountModal } from '@latchkey/ui-react/elements'
import { walletconnect } from '@latchkey/walletconnect'
import { startHost } from './libraries-satsHost.js'
import { installWallet } from './libraries-satsWallet.js'

const query = new URLSearchParams(location.search)
const node = query.get('node') ?? ''
installWallet(query.get('wallet') === 'standard' ? 'standard' : 'wbip', node)

const relayUrl = query.get('relay')
const kernel = createKernel({
  metadata: { name: 'Shop' },
  plugins: [
    bitcoin({ networks: [{ ...regtest, rpcUrls: [node] }] }),
    ...(relayUrl ? [walletconnect({ relayUrl })] : []),
    ...(query.has('previews') ? [preview({ hostRequests: true })] : []),
  ],
  rpcPolicy: { deny: query.getAll('deny') },
})
// The test reads the code of a pairing from it.
Object.assign(window, { kernel })
mountModal(kernel)
const { providerId } = registerSatsConnect(kernel)
startHost(providerId)
