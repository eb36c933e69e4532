import { type OnrampFactory, type OnrampProvider } from './provider.js'

export interface MeldOptions {
  /** Of Meld's dashboard. It is in the address of the window, so it is not a secret. */
  publicKey: string
  /** Address of the window. */
  url?: string
}

const ETHEREUM = 'eip155:1'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
/** The address is good until Meld changes its key. */
const WINDOW_MS = 30 * 60_000
const LIMITS = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

const COINS = [
  {
    id: 'USDC',
    name: 'USD Coin',
    symbol: 'USDC',
    networks: [
      {
        name: 'ethereum',
        display_name: 'Ethereum',
        chain_id: ETHEREUM,
        contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      },
    ],
  },
  {
    id: 'SOL',
    name: 'Solana',
    symbol: 'SOL',
    networks: [{ name: 'solana', display_name: 'Solana', chain_id: SOLANA, contract_address: '' }],
  },
]

/**
 * Meld, by the address of its window: SOL on Solana, USDC on Ethereum. It gives no prices here and tells of
 * no orders. Tested by the address alone, not against the service.
 */
export const meld =
  ({ publicKey, url = 'https://meldcrypto.com/' }: MeldOptions): OnrampFactory =>
  ({ now }) => {
    const provider: OnrampProvider = {
      id: 'meld',
      label: 'Meld',
      chains: [ETHEREUM, SOLANA],
      origin: new URL(url).origin,
      options: async () => ({
        purchaseCurrencies: COINS,
        paymentCurrencies: ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: LIMITS })),
      }),
      async url({ wallet, paymentCurrency, fiatAmount, projectId }) {
        const target = new URL(url)
        const query = {
          publicKey,
          destinationCurrencyCode: wallet.chain === SOLANA ? 'SOL' : 'USDC',
          walletAddress: wallet.address,
          externalCustomerId: projectId || undefined,
          sourceAmount: fiatAmount,
          sourceCurrencyCode: paymentCurrency,
        }
        for (const [name, value] of Object.entries(query))
          if (value !== undefined) target.searchParams.set(name, value)
        return { url: target.href, expires: now() + WINDOW_MS }
      },
    }
    return provider
  }
