import type { Network } from '@latchkey/plugin-api'

/** The CAIP-2 namespace of this plugin. */
export const NAMESPACE = 'bip122'

const defineNetwork = (
  name: string,
  reference: string,
  path?: string,
  testnet = true,
): Network => ({
  id: `${NAMESPACE}:${reference}`,
  namespace: NAMESPACE,
  reference,
  name,
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: path === undefined ? [] : [`https://mempool.space${path}/api`],
  ...(path !== undefined && {
    blockExplorers: [{ name: 'mempool', url: `https://mempool.space${path}` }],
  }),
  testnet,
})

/**
 * Bitcoin. `rpcUrls` are Esplora servers, as in the other networks: `{ ...mainnet, rpcUrls:
 * ['https://esplora.example/api'] }`.
 */
export const mainnet = defineNetwork('Bitcoin', '000000000019d6689c085ae165831e93', '', false)
/** Bitcoin testnet (3). */
export const testnet = defineNetwork(
  'Bitcoin Testnet',
  '000000000933ea01ad0ee984209779ba',
  '/testnet',
)
export const signet = defineNetwork('Bitcoin Signet', '00000008819873e925422c1ff0f99f7c', '/signet')
/**
 * A private network. It has no server before the host names one: `{ ...regtest, rpcUrls:
 * ['http://localhost:3002'] }`.
 */
export const regtest = defineNetwork('Bitcoin Regtest', '0f9188f13cb7b2c71f2a335e3a4fc328')
