import { LatchkeyError, type ChainAdapter, type PluginContext } from '@latchkey/plugin-api'
import { askNodes } from '@latchkey/plugin-api/nodes'
import { formatAddress, parseAddress } from './chain/address.js'
import { readAssets, readBalance } from './chain/assets.js'
import { NAMESPACE } from './chain/networks.js'
import { sendTransaction, signText } from './wallet/provider.js'
import { watch } from './chain/watch.js'

/** The module that builds transactions is loaded when something is sent. */
const loadTransfer = (): Promise<typeof import('./transfer/transfer.js')> =>
  import('./transfer/transfer.js')

/** Solana's adapter: addresses, balances, signatures, transfers and previews. */
export function createAdapter(ctx: PluginContext): ChainAdapter {
  return {
    parseAddress,
    formatAddress,
    addressOn: ({ address }) => address,
    picture: async (id) => (await import('./chain/pictures.js')).pictures[id],
    read: ({ network, method, params, signal }) => askNodes(network, method, params, signal),
    balance: ({ address, network, signal }) => readBalance(network, address, signal),
    assets: ({ account, network, signal }) => readAssets(network, account.address, signal),
    sign: ({ message, ...on }) => signText(ctx, on, message),
    send: {
      carries: ['memo', 'references'],
      async submit(transfer) {
        const { buildTransfer } = await loadTransfer()
        return {
          id: await sendTransaction(ctx, transfer, await buildTransfer(transfer)),
          kind: 'transaction',
        }
      },
      watch: (submission, { network, signal }) => watch(submission, network, signal),
    },
    async estimate(transfer) {
      const { readFee } = await loadTransfer()
      const fee = await readFee(transfer)
      if (fee === undefined)
        throw new LatchkeyError(
          'rpc.failed',
          'The node knows no fee for this transfer: try again.',
          { context: { method: 'getFeeForMessage' } },
        )
      return { fee }
    },
    async describe(request) {
      const { describe } = await import('./describe/describe.js')
      const [first] = ctx.accounts
        .all(NAMESPACE)
        .filter(({ connectionId }) => connectionId === request.account?.connectionId)
      return describe({ ...request, unnamed: first?.address, host: globalThis.location?.host })
    },
  }
}
