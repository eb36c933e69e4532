import { bitcoin, mainnet as bitcoinMainnet } from '@latchkey/bitcoin'
import { cosmos } from '@latchkey/cosmos'
import { cosmoshub } from '@latchkey/cosmos/networks'
import { evm } from '@latchkey/evm'
import { preview } from '@latchkey/feature-preview'
import { send } from '@latchkey/feature-send'
import { browserStore, siwx } from '@latchkey/feature-siwx'
import { polkadot } from '@latchkey/polkadot'
import { polkadotHub } from '@latchkey/polkadot/networks'
import { solana, solanaMainnet } from '@latchkey/solana'
import { walletconnect } from '@latchkey/walletconnect'
import { wallets } from '@latchkey/wallets'
import { mainnet } from 'viem/chains'
import { draw } from './draw.jsx'

draw({
  metadata: { name: 'Bench' },
  plugins: [
    evm({ networks: [mainnet] }),
    solana({ networks: [solanaMainnet] }),
    bitcoin({ networks: [bitcoinMainnet] }),
    polkadot({ networks: [polkadotHub] }),
    cosmos({ networks: [cosmoshub] }),
    walletconnect({ relayUrl: 'wss://relay.invalid' }),
    siwx({ store: browserStore() }),
    send(),
    preview(),
  ],
  directory: wallets(),
})
