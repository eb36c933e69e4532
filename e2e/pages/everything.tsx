// A site with every plugin, all of whose servers have names of its own.
import { backend } from '@latchkey/backend'
import { bitcoin, mainnet as bitcoinMainnet } from '@latchkey/bitcoin'
import { cosmos } from '@latchkey/cosmos'
import { cosmoshub } from '@latchkey/cosmos/networks'
import { embeddedWallet } from '@latchkey/embedded-wallet'
import { evm } from '@latchkey/evm'
import { activity } from '@latchkey/feature-activity'
import { analytics } from '@latchkey/feature-analytics'
import { assets } from '@latchkey/feature-assets'
import { names } from '@latchkey/feature-names'
import { onramp } from '@latchkey/feature-onramp'
import { preview } from '@latchkey/feature-preview'
import { send } from '@latchkey/feature-send'
import { serverStore, siwx } from '@latchkey/feature-siwx'
import { smartSessions } from '@latchkey/feature-smart-sessions'
import { swap } from '@latchkey/feature-swap'
import { createKernel } from '@latchkey/kernel'
import { accountView } from '@latchkey/kernel/account-view'
import { definePlugin } from '@latchkey/plugin-api'
import { polkadot } from '@latchkey/polkadot'
import { polkadotRelay } from '@latchkey/polkadot/networks'
import { solana, solanaMainnet } from '@latchkey/solana'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { walletconnect } from '@latchkey/walletconnect'
import { createRoot } from 'react-dom/client'
import type { Chain } from 'viem'
import { mainnet, optimism } from 'viem/chains'

const node = (chain: string): string => `https://${chain}.nodes.custom.test`
const at = (chain: Chain, name: string): Chain => ({
  ...chain,
  rpcUrls: { default: { http: [node(name)] } },
})
const API = 'https://api.custom.test'
/** A plugin of a stranger that cannot be used. */
const broken = definePlugin({
  id: 'broken',
  version: '0.0.0',
  kernelApi: '*',
  setup() {
    throw new Error('This plugin is broken.')
  },
})

const kernel = createKernel({
  metadata: { name: 'Everything' },
  features: { smartSessions: true, analytics: true },
  directory: 'https://wallets.custom.test/list',
  imageUrl: 'https://images.custom.test',
  remoteConfig: 'https://config.custom.test/features.json',
  plugins: [
    evm({ networks: [at(mainnet, 'evm'), at(optimism, 'optimism')] }),
    solana({ networks: [{ ...solanaMainnet, rpcUrls: [node('solana')] }] }),
    bitcoin({ networks: [{ ...bitcoinMainnet, rpcUrls: [node('bitcoin')] }] }),
    cosmos({ networks: [{ ...cosmoshub, rpcUrls: [node('cosmos')] }] }),
    polkadot({ networks: [{ ...polkadotRelay, rpcUrls: ['wss://polkadot.nodes.custom.test'] }] }),
    embeddedWallet({ url: 'https://frame.custom.test' }),
    walletconnect({ relayUrl: 'wss://relay.custom.test' }),
    backend({ url: API, projectId: 'everything' }),
    activity(),
    assets(),
    names({ zone: 'shop.eth' }),
    onramp(),
    swap(),
    send({ namespaces: ['eip155', 'solana'] }),
    preview(),
    siwx({ store: serverStore({ url: 'https://siwx.custom.test' }), automatic: false }),
    smartSessions({ url: API }),
    analytics({ url: 'https://steps.custom.test' }),
    ...(location.search.includes('broken') ? [broken] : []),
  ],
})
/** The steps that analytics tells, sent or not. */
const steps: string[] = []
kernel.plugins.analytics.subscribe(({ event }) => void steps.push(event))
Object.assign(globalThis, { kernel, steps, view: accountView(kernel, 'eip155') })
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <ConnectButton />
  </LatchkeyProvider>,
)
