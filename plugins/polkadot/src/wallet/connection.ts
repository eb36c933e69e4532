import { LatchkeyError, type Account, type Connection } from '@latchkey/plugin-api'
import {
  askWallet,
  badAnswer,
  createLiveConnection,
  type LiveConnections,
} from '@latchkey/plugin-api/wallet'
import { NAMESPACE, type Chains } from '../chain/chains.js'
import { WALLET_METHODS } from '../chain/methods.js'
import { toAccounts } from './accounts.js'
import { toWalletError } from './errors.js'
import { readAccounts, readInjected, type Extension } from './injected.js'
import { answerRequest } from './requests.js'

interface Options {
  /** Id of the connector and of its connection. */
  id: string
  extension: Extension
  /** Name of the site, which the extension shows when it asks the visitor. */
  origin: string
  chains: Chains
  live: LiveConnections
  /** Aborted when the plugin ends. */
  end: AbortSignal
}

/**
 * Asks the extension to let the site in, and opens the connection. The extension keeps its
 * permission when the connection is released: only the visitor can revoke it, in the extension.
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 */
export async function openConnection(
  { id, extension, origin, chains, live, end }: Options,
  signal: AbortSignal,
): Promise<Connection> {
  const ask = (method: string, run: () => unknown): Promise<unknown> =>
    askWallet(method, run, signal, toWalletError)
  const injected = readInjected(await ask('enable', () => extension.enable(origin)))
  if (!injected) throw badAnswer('enable', 'accounts and a signer')
  const { accounts: source, signer } = injected
  let accounts: readonly Account[] = []
  let hasReported = false
  let isOpen = false
  const link = createLiveConnection({
    id,
    wallet: extension,
    live,
    end,
    scopes: () => ({ [NAMESPACE]: { accounts, networks: 'any', methods: WALLET_METHODS } }),
    request: (request) => answerRequest(request, signer, accounts),
  })
  const onAccounts = (value: unknown): void => {
    const shown = readAccounts(value)
    if (!shown) return
    hasReported = true
    accounts = toAccounts(shown, chains)
    if (accounts.length) link.notify({ scopes: link.connection.scopes })
    else if (isOpen) link.close()
  }
  await link.open(async () => {
    await ask('accounts.subscribe', () =>
      link.listen(onAccounts, (listener) => source.subscribe(listener)),
    )
    const shown = readAccounts(await ask('accounts.get', () => source.get()))
    if (!shown) throw badAnswer('accounts.get', 'a list of accounts')
    // A report of the wallet is newer than an answer that was on its way.
    if (!hasReported || !accounts.length) accounts = toAccounts(shown, chains)
    if (!accounts.length)
      throw new LatchkeyError(
        'wallet.bad_answer',
        'The wallet shows no account for the networks of this site: allow one in the wallet and connect again.',
        { context: { method: 'accounts.get' } },
      )
    return (isOpen = true)
  })
  return link.connection
}
