import { backend } from '@latchkey/backend'
import { embeddedWallet } from '@latchkey/embedded-wallet'
import { evm, type EvmChain } from '@latchkey/evm'
import { activity } from '@latchkey/feature-activity'
import { analytics } from '@latchkey/feature-analytics'
import { names } from '@latchkey/feature-names'
import { onramp } from '@latchkey/feature-onramp'
import { send } from '@latchkey/feature-send'
import { browserStore, siwx } from '@latchkey/feature-siwx'
import { smartSessions } from '@latchkey/feature-smart-sessions'
import { swap } from '@latchkey/feature-swap'
import { createKernel } from '@latchkey/kernel'
import { definePlugin } from '@latchkey/plugin-api'
import { solana, solanaDevnet } from '@latchkey/solana'
import { ConnectButton, LatchkeyProvider, NetworkButton } from '@latchkey/ui-react'
import { latchkey } from '@latchkey/wagmi'
import { walletconnect } from '@latchkey/walletconnect'
import { createConfig, http, reconnect } from '@wagmi/core'
import { createRoot } from 'react-dom/client'
import type { Address } from 'viem'
import { baseSepolia, sepolia } from 'viem/chains'
import { createShop } from './embeddedShop.js'

/** The local world, in the query of this page. */
const query = new URLSearchParams(location.search)
const url = query.get('frame') ?? ''
const nodes = { sepolia: query.get('sepolia') ?? '', baseSepolia: query.get('baseSepolia') ?? '' }
const node = query.get('solana') ?? ''
const families = (query.get('families') ?? 'eip155,solana').split(',')
const isBare = query.has('container')
/** A blockchain API that gives out names, and the universal resolver that leads to it. */
const api = query.get('api')
/** The routers of a market on Sepolia, whose API sells coins too. */
const routers = query.get('routers')?.split(',')
/** A relay, for wallets on other devices. */
const relay = query.get('relay')
const universalResolver = query.get('universalResolver') as Address | null

const at = <C extends EvmChain>(chain: C, rpc: string): C => ({
  ...chain,
  rpcUrls: { default: { http: [rpc] } },
  contracts: universalResolver ? { ensUniversalResolver: { address: universalResolver } } : {},
})
const chains = [at(sepolia, nodes.sepolia), at(baseSepolia, nodes.baseSepolia)] as const

const SEPOLIA = 'eip155:11155111'
/** A plugin of a stranger that cannot be used. */
const broken = definePlugin({
  id: 'broken',
  version: '0.0.0',
  kernelApi: '*',
  setup() {
    throw new Error('This plugin is broken.')
  },
})

/** Holds the frame where the page has no modal. */
const container = document.createElement('div')
container.id = 'wallet'
container.style.cssText = 'width:400px;height:520px'
if (isBare) document.body.append(container)

const kernel = createKernel({
  metadata: { name: 'The Shop' },
  ...(query.has('sessions') && { features: { smartSessions: true } }),
  plugins: [
    evm({ networks: [...chains] }),
    ...(families.includes('solana')
      ? [solana({ networks: [{ ...solanaDevnet, rpcUrls: [node] }] })]
      : []),
    embeddedWallet({
      url,
      projectId: query.get('project') ?? 'local',
      ...(isBare && { container }),
    }),
    send({ namespaces: ['eip155', 'solana'] }),
    ...(api ? [backend({ url: api }), names({ zone: 'shop.eth' })] : []),
    ...(api && routers
      ? [
          activity(),
          swap({ networks: [SEPOLIA], spenders: { [SEPOLIA]: routers } }),
          onramp({ sandbox: new URL(api).origin }),
        ]
      : []),
    ...(query.has('broken') ? [broken] : []),
    ...(relay ? [walletconnect({ relayUrl: relay })] : []),
    ...(query.has('analytics')
      ? [analytics({ url: query.get('analytics') ?? '', projectId: 'local' })]
      : []),
    ...(query.has('sessions') ? [smartSessions()] : []),
    ...(query.has('siwx')
      ? [siwx({ store: browserStore(), required: true, statement: 'Welcome.' })]
      : []),
  ],
})
const config = createConfig({
  chains: [...chains],
  transports: { [sepolia.id]: http(nodes.sepolia), [baseSepolia.id]: http(nodes.baseSepolia) },
  connectors: [latchkey({ kernel })],
  multiInjectedProviderDiscovery: false,
})

// As WagmiProvider does.
void reconnect(config)
Object.assign(window, { kernel, shop: createShop(kernel, config) })

if (!isBare)
  createRoot(document.getElementById('root')!).render(
    <LatchkeyProvider kernel={kernel}>
      <ConnectButton />
      <NetworkButton />
    </LatchkeyProvider>,
  )
