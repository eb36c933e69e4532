import { evm } from '@latchkey/evm'
import { walletconnect } from '@latchkey/walletconnect'
import { wallets } from '@latchkey/wallets'
import { mainnet } from 'viem/chains'
import { draw } from './draw.jsx'

draw({
  metadata: { name: 'Bench' },
  plugins: [evm({ networks: [mainnet] }), walletconnect({ relayUrl: 'wss://relay.invalid' })],
  directory: wallets(),
})
