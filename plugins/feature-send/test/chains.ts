import { bitcoin, mainnet as bitcoinMainnet, testnet } from '@latchkey/bitcoin'
import { cosmos } from '@latchkey/cosmos'
import { cosmoshub, osmosis } from '@latchkey/cosmos/networks'
import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import {
  definePlugin,
  type AdapterRegistration,
  type ChainAdapter,
  type Network,
} from '@latchkey/plugin-api'
import type { KnownAddress } from '@latchkey/plugin-api/lookalike'
import { polkadot } from '@latchkey/polkadot'
import { kusama, polkadotRelay } from '@latchkey/polkadot/networks'
import { solana, solanaMainnet } from '@latchkey/solana'
import { mainnet, polygon } from 'viem/chains'
import type { ReceiverContext } from '../src/receiver/types.js'

/** The real adapters of all five families, as a receiver is read with them. */
export function installChains() {
  const registered: { registrations: AdapterRegistration[]; networks: Network[] } = {
    registrations: [],
    networks: [],
  }
  const probe = definePlugin({
    id: 'probe',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    setup: () => ({}),
    start(ctx) {
      registered.registrations = ctx.adapters.get().map(({ value }) => value)
      registered.networks = ctx.networks.get().map(({ value }) => value)
    },
  })
  const kernel = createKernel({
    metadata: { name: 'Test' },
    storage: null,
    logLevel: 'silent',
    plugins: [
      // Without its registry of names: tests bring a lookup of their own.
      evm({ networks: [{ ...mainnet, contracts: {} }, polygon] }),
      solana({ networks: [solanaMainnet] }),
      bitcoin({ networks: [bitcoinMainnet, testnet] }),
      polkadot({ networks: [polkadotRelay, kusama] }),
      cosmos({ networks: [cosmoshub, osmosis] }),
      probe,
    ],
  })
  /** @param on the name of the network in use */
  const contextOn = (
    on: string,
    {
      nameLookup,
      known = [],
    }: { nameLookup?: ChainAdapter['nameLookup']; known?: readonly KnownAddress[] } = {},
  ): ReceiverContext => ({
    ...registered,
    network: registered.networks.find(({ name }) => name === on)!,
    adapter: async (namespace) => ({
      ...(await kernel.ports.adapter(namespace)),
      ...(nameLookup && { nameLookup }),
    }),
    known,
  })
  return { kernel, contextOn }
}
