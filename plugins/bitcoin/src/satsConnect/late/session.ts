import { isLatchkeyError, LatchkeyError } from '@latchkey/plugin-api'
import { chainOf, chainsOf, type Chain } from '../../chain/chains.js'
import { NAMESPACE } from '../../chain/networks.js'
import {
  accountsInUse,
  chainInUse,
  purposeOf,
  toSatsAddress,
  type Purpose,
  type SatsAddress,
} from '../addresses.js'
import type { BitcoinKernel } from '../bitcoinKernel.js'
import { notConnected } from './errors.js'

/** A server restores nothing, and its kernel stays `restoring`: nobody waits longer than this. */
const RESTORE_TIMEOUT_MS = 10_000

/** Resolves once every stored connection came back or gave up, after 10 s at the latest. */
const untilRestored = ({ ports: { connections } }: BitcoinKernel): Promise<void> =>
  new Promise((resolve) => {
    if (!connections.get().restoring) return resolve()
    const end = (): void => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, RESTORE_TIMEOUT_MS)
    const stop = connections.subscribe(({ restoring }) => void (restoring || end()))
  })

/** The id of the connection in use, once stored ones are back. `undefined`: no wallet is connected. */
export async function connectionInUse(kernel: BitcoinKernel): Promise<string | undefined> {
  await untilRestored(kernel)
  return kernel.ports.accounts.active(NAMESPACE)?.connectionId
}

/** @throws `wallet.unauthorized` where no wallet is connected */
export async function demandConnection(kernel: BitcoinKernel, method: string): Promise<string> {
  const id = await connectionInUse(kernel)
  if (id === undefined) throw notConnected(method)
  return id
}

/**
 * Uses a network from now on; asks the wallet to, where one is connected.
 * @throws `kernel.network_unknown`, `kernel.network_switch_disabled`, `wallet.*`
 */
export async function useNetwork(kernel: BitcoinKernel, chain: Chain): Promise<void> {
  if (chain === chainInUse(kernel)) return
  const found = kernel.ports.networks
    .get()
    .find(({ value }) => value.namespace === NAMESPACE && chainOf(value) === chain)
  if (!found)
    throw new LatchkeyError(
      'kernel.network_unknown',
      `This site does not use Bitcoin's ${chain}: add it to the networks of the bitcoin plugin.`,
      { context: { network: chain } },
    )
  await kernel.ports.activeNetwork.switch(found.value.id)
}

/**
 * The connection in use; where there is none, the visitor connects a wallet in the modal.
 * @throws `kernel.modal_closed`, `wallet.user_rejected` where the visitor connects a wallet without
 * a Bitcoin account
 */
export async function connect(kernel: BitcoinKernel): Promise<string> {
  const before = await connectionInUse(kernel)
  if (before !== undefined) return before
  await kernel.connectWithModal()
  const id = kernel.ports.accounts.active(NAMESPACE)?.connectionId
  if (id === undefined)
    throw new LatchkeyError(
      'wallet.user_rejected',
      'The visitor connected a wallet without a Bitcoin account.',
      { context: {} },
    )
  return id
}

/** The addresses of these purposes on the network in use. The account in use is the first. */
export async function readAddresses(
  kernel: BitcoinKernel,
  purposes: readonly Purpose[],
): Promise<SatsAddress[]> {
  const chain = chainInUse(kernel)
  const here = accountsInUse(kernel)
  // Behind a relay only the wallet knows public keys and purposes; some do not tell.
  const told = await kernel.plugins.bitcoin.getAccountAddresses().catch((error: unknown) => {
    if (isLatchkeyError(error, 'wallet.unsupported_method')) return []
    throw error
  })
  const found = new Map<string, SatsAddress>()
  const add = (address: string, purpose: Purpose, publicKey: string | undefined): void => {
    const key = `${purpose}:${address}`
    if (!found.get(key)?.publicKey) found.set(key, toSatsAddress(address, purpose, publicKey))
  }
  const known = told.filter(({ address }) => chainsOf(address).includes(chain))
  for (const account of here) {
    const same = known.filter(({ address }) => address === account.address)
    if (!same.length) add(account.address, purposeOf(account), account.publicKey)
    for (const { intention, publicKey } of same)
      add(account.address, intendedFor(intention, purposeOf(account)), publicKey)
  }
  for (const { address, intention, publicKey } of known)
    add(
      address,
      intendedFor(intention, /^(bc|tb|bcrt)1p/i.test(address) ? 'ordinals' : 'payment'),
      publicKey,
    )
  return [...found.values()].filter(({ purpose }) => purposes.some((each) => each === purpose))
}
/** A purpose by WalletConnect's word for it. */
const intendedFor = (intention: string | undefined, otherwise: Purpose): Purpose =>
  intention === 'payment' ? 'payment' : intention?.startsWith('ordinal') ? 'ordinals' : otherwise
