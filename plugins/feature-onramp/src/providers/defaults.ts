import type { Caip2 } from '@latchkey/plugin-api'
import type { OnrampPaymentCurrency, OnrampPurchaseCurrency } from '../api.js'
import { COINBASE_NETWORKS, toCoinbaseChain } from './coinbaseChain.js'

/** Networks of {@link COINBASE_NETWORKS} whose native coin is Ether. */
const ETHER_NETWORKS: Readonly<Record<Caip2, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:42161': 'Arbitrum One',
  'eip155:10': 'OP Mainnet',
  'eip155:8453': 'Base',
}

/** The coins that stand in where the server cannot say which ones are sold. */
export const DEFAULT_PURCHASE_CURRENCIES: readonly OnrampPurchaseCurrency[] = [
  {
    id: 'USDC',
    name: 'USD Coin',
    symbol: 'USDC',
    networks: [
      {
        name: toCoinbaseChain('eip155:1'),
        display_name: 'Ethereum',
        chain_id: 'eip155:1',
        contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      },
    ],
  },
  {
    id: 'ETH',
    name: 'Ether',
    symbol: 'ETH',
    networks: COINBASE_NETWORKS.filter((id) => Object.hasOwn(ETHER_NETWORKS, id)).map((id) => ({
      name: toCoinbaseChain(id),
      display_name: ETHER_NETWORKS[id]!,
      chain_id: id,
      contract_address: '',
    })),
  },
]

const LIMITS: OnrampPaymentCurrency['payment_method_limits'] = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

/** The currencies that stand in where the server cannot say what may be paid with. */
export const DEFAULT_PAYMENT_CURRENCIES: readonly OnrampPaymentCurrency[] = [
  { id: 'USD', payment_method_limits: LIMITS },
  { id: 'EUR', payment_method_limits: LIMITS },
]
