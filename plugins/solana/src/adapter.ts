import { LatchkeyError, type ChainAdapter, type PluginContext } from '@latchkey/plugin-api'
import { askNodes } from '@latchkey/plugin-api/nodes'
import { formatAddress, parseAddress } from './address.js'
import { readAssets, readBalance } from './assets.js'
import { NAMESPACE } from './networks.js'
import { sendTransaction, signText } from './request.js'
import { watch } from './watch.js'

/** The larger part of the SDK comes when something is sent. */
const building = (): Promise<typeof import('./sdk/transfer.js')> => import('./sdk/transfer.js')

/** What this plugin knows of Solana. */
export function createAdapter(ctx: PluginContext): ChainAdapter {
  return {
    parseAddress,
    formatAddress,
    addressOn: ({ address }) => address,
    read: ({ network, method, params, signal }) => askNodes(network, method, params, signal),
    balance: ({ address, network, signal }) => readBalance(network, address, signal),
    assets: ({ account, network, signal }) => readAssets(network, account.address, signal),
    sign: ({ message, ...on }) => signText(ctx, on, message),
    send: {
      carries: ['memo', 'references'],
      async submit(transfer) {
        const { buildTransfer } = await building()
        return {
          id: await sendTransaction(ctx, transfer, await buildTransfer(transfer)),
          kind: 'transaction',
        }
      },
      watch: (submission, { network, signal }) => watch(submission, network, signal),
    },
    async estimate(transfer) {
      const { feeOf } = await building()
      const fee = await feeOf(transfer)
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
