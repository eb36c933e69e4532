import type { ConnectedAccount } from '@latchkey/plugin-api'
import { chainOf, chainsOf, type Chain } from '../chain/chains.js'
import { NAMESPACE } from '../chain/networks.js'
import type { BitcoinKernel } from './bitcoinKernel.js'
import type { SatsResult } from './types.js'

export type SatsAddress = SatsResult<'getAccounts'>[number]
export type SatsNetwork = SatsResult<'wallet_getNetwork'>
export type Purpose = 'payment' | 'ordinals'

/** By the first characters. The adapter has verified the checksum. */
function addressTypeOf(address: string): SatsAddress['addressType'] {
  const [, version] = /^(?:bc|tb|bcrt)1(.)/i.exec(address) ?? []
  if (version) return /p/i.test(version) ? 'p2tr' : address.length > 50 ? 'p2wsh' : 'p2wpkh'
  return /^[32]/.test(address) ? 'p2sh' : 'p2pkh'
}

/** An address as sats-connect describes it. Nobody tells which kind of wallet holds its key. */
export const toSatsAddress = (address: string, purpose: Purpose, publicKey = ''): SatsAddress => ({
  address,
  publicKey,
  purpose,
  addressType: addressTypeOf(address),
  walletType: 'software',
})

/** The accounts of the connection in use, on the network in use; the account in use is the first. */
export function accountsInUse({
  ports: { accounts, activeNetwork },
}: BitcoinKernel): readonly ConnectedAccount[] {
  const active = accounts.active(NAMESPACE)
  const network = activeNetwork.current(NAMESPACE)
  if (!active || !network) return []
  const here = accounts
    .all(NAMESPACE)
    .filter(
      ({ connectionId, address }) =>
        connectionId === active.connectionId && chainsOf(address).includes(chainOf(network)),
    )
  return [
    ...here.filter(({ key }) => key === active.key),
    ...here.filter(({ key }) => key !== active.key),
  ]
}
export const purposeOf = ({ type }: ConnectedAccount): Purpose =>
  type === 'ordinals' ? 'ordinals' : 'payment'

const BITCOIN_NAMES = {
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  signet: 'Signet',
  regtest: 'Regtest',
} as const
export const chainInUse = ({ ports }: BitcoinKernel): Chain => {
  const network = ports.activeNetwork.current(NAMESPACE)
  return network ? chainOf(network) : 'mainnet'
}
/** The network in use. Its names on other chains are what sats-connect's types ask for. */
export function networkInUse(kernel: BitcoinKernel): SatsNetwork {
  const chain = chainInUse(kernel)
  const isMain = chain === 'mainnet'
  return {
    bitcoin: { name: BITCOIN_NAMES[chain] },
    stacks: { name: isMain ? 'mainnet' : 'testnet' },
    spark: { name: isMain ? 'mainnet' : 'regtest' },
  }
}
