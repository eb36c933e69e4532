import type { Network } from '@latchkey/plugin-api'

/** The CAIP-2 namespace: `[-a-z0-9]{3,8}`. */
export const NAMESPACE = 'samplech'

/** A network of Sample Chain as a host describes it. Fields of this chain alone belong here. */
export interface SampleChainNetwork {
  /** Part of the CAIP-2 id after the colon. */
  reference: string
  name: string
  /** URLs of nodes, tried in order. The plugin's passport lists their origins. */
  rpcUrls?: readonly string[]
  testnet?: boolean
}

export const mainnet: SampleChainNetwork = { reference: 'main', name: 'Sample Chain' }
export const testnet: SampleChainNetwork = {
  reference: 'test',
  name: 'Sample Chain Testnet',
  testnet: true,
}

/** Converts a network to one of the kernel. */
export const toNetwork = ({
  reference,
  name,
  rpcUrls = [],
  testnet: isTest = false,
}: SampleChainNetwork): Network => ({
  id: `${NAMESPACE}:${reference}`,
  namespace: NAMESPACE,
  reference,
  name,
  nativeCurrency: { name: 'Sample Chain', symbol: 'COIN', decimals: 6 },
  rpcUrls,
  testnet: isTest,
})
