import { LatchkeyError, type Connector } from '@latchkey/plugin-api'
import { NAMESPACE } from './chain.js'
import { openConnection, toAddresses } from './connection.js'
import { toWalletError, untilAborted } from './errors.js'
import { findWallet, type InjectedWallet } from './wallet.js'

const ID = 'sample-chain.wallet'

/** Asks for accounts: `samplech_requestAccounts` may ask the visitor, `samplech_accounts` never does. */
async function ask(
  wallet: InjectedWallet,
  isSilent: boolean,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    return toAddresses(
      await untilAborted(
        () =>
          wallet.request({ method: isSilent ? 'samplech_accounts' : 'samplech_requestAccounts' }),
        signal,
      ),
    )
  } catch (error) {
    throw toWalletError(error, 'wallet.connect_failed')
  }
}

/** The wallet that stands in the page. */
export const createConnector = (): Connector => ({
  id: ID,
  name: 'Sample Chain Wallet',
  kind: 'injected',
  namespaces: [NAMESPACE],
  availability: () => (findWallet() ? 'installed' : 'unavailable'),
  async connect({ silent, signal, onStep }) {
    const wallet = findWallet()
    if (!wallet)
      throw new LatchkeyError(
        'wallet.not_installed',
        'There is no Sample Chain Wallet in this page: install it, then reload.',
        { context: { connectorId: ID } },
      )
    onStep({ step: 'confirm' })
    const addresses = await ask(wallet, silent, signal)
    if (!addresses.length)
      throw new LatchkeyError(
        'wallet.unauthorized',
        'The wallet shows no account: let the visitor connect it.',
      )
    return openConnection(ID, wallet, addresses)
  },
  async restore(_, { signal }) {
    const wallet = findWallet()
    const addresses = wallet ? await ask(wallet, true, signal) : []
    return wallet && addresses.length ? openConnection(ID, wallet, addresses) : undefined
  },
})
