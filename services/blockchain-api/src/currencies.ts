import * as chains from 'viem/chains'
import { type ChainConfig } from './chains.js'

/**
 * Native coins of EVM chains, by CAIP-2 id. The build writes them out (`tsup.config.ts`): viem's chains
 * themselves would take 25 MB of each process and much of its start.
 */
export const currencies: Readonly<Record<string, ChainConfig['nativeCurrency'] | undefined>> =
  Object.fromEntries(
    Object.values(chains)
      .map(({ id, nativeCurrency }) => [`eip155:${id}`, nativeCurrency] as const)
      // Of two with one id the first counts.
      .reverse(),
  )
