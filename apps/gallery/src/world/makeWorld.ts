import { preview } from '@latchkey/feature-preview'
import { createKernel, type Kernel } from '@latchkey/kernel'
import { definePlugin, type PluginContext } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit/fakes'
import { adapter, BITCOIN, EVM, NETWORKS, SOLANA } from './chains.js'
import {
  IDLE,
  fixedActivity,
  fixedAssets,
  fixedBuying,
  fixedEmail,
  fixedNaming,
  fixedPairing,
  fixedSending,
  fixedSessions,
  fixedSigning,
  fixedSwapping,
} from './plugins.js'
import type { MadeWorld, World } from './types.js'
import { forever, wallets } from './wallets.js'

/** Creates a kernel on made-up chains, with wallets that answer as the scene says. */
export function makeWorld({
  connectors = wallets(),
  networks = NETWORKS,
  adapters = [],
  options,
  pairing = IDLE,
  pairingApi,
  signing = { status: 'idle' },
  sending,
  swapping,
  activity,
  assets,
  buying,
  naming,
  sessions,
  email,
  setup,
}: World): MadeWorld {
  const got: { ctx?: PluginContext } = {}
  const families = [...new Set(networks.map(({ namespace }) => namespace))].filter(
    (family) => !adapters.some(({ namespace }) => namespace === family),
  )
  const parts = definePlugin({
    id: 'parts',
    version: '0.0.0',
    kernelApi: '*',
    chains: [EVM, SOLANA, BITCOIN, 'polkadot', 'cosmos'],
    setup(ctx) {
      got.ctx = ctx
      for (const each of [...adapters, ...families.map((family) => adapter(family))])
        ctx.adapters.add(each)
      for (const each of networks) ctx.networks.add(each)
      for (const each of connectors) ctx.connectors.add(each)
      setup?.(ctx)
    },
  })
  const kernel: Kernel = createKernel({
    metadata: { name: 'Gallery' },
    storage: null,
    logLevel: 'silent',
    mobile: false,
    ...options,
    ...(sessions && { features: { smartSessions: true } }),
    plugins: [
      parts,
      fixedPairing(pairing, pairingApi),
      preview(),
      fixedSigning(signing),
      fixedSending(sending),
      fixedSwapping(swapping),
      fixedEmail(email),
      ...(activity ? [fixedActivity(activity)] : []),
      ...(assets ? [fixedAssets(assets)] : []),
      ...(buying ? [fixedBuying(buying)] : []),
      ...(naming ? [fixedNaming(naming)] : []),
      fixedSessions(sessions),
    ],
  })
  return { kernel, ctx: got.ctx! }
}

/** A world whose storage holds a connected wallet that has not answered yet on this page. */
export async function storedWalletWorld(): Promise<World> {
  const storage = fakeStorage()
  const { kernel } = makeWorld({ options: { storage } })
  await kernel.connect('rabby')
  kernel.dispose()
  return {
    connectors: wallets().map((each) => ({ ...each, restore: forever })),
    options: { storage },
  }
}
