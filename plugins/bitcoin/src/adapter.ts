import {
  LatchkeyError,
  type ChainAdapter,
  type Network,
  type PluginContext,
  type WireRequest,
} from '@latchkey/plugin-api'
import { readSignature, readTxid } from './wallet/answers.js'
import { chainOf, chainsOf } from './chain/chains.js'
import { NAMESPACE } from './chain/networks.js'
import { protocolOf } from './wallet/requests.js'
import { decodeAddress, parseAddress } from './sdk/address.js'
import type { BitcoinSource } from './chain/source.js'
import { watch } from './chain/watch.js'

/**
 * The message as text, because Bitcoin wallets only sign text. @throws `bitcoin.message_not_text`
 */
function toText(message: string | Uint8Array): string {
  if (typeof message === 'string') return message
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch (cause) {
    throw new LatchkeyError(
      'bitcoin.message_not_text',
      'Bitcoin wallets sign text, and these bytes are not UTF-8. Give text, or its bytes in UTF-8.',
      { context: {}, cause },
    )
  }
}

const refuseTokens = (token: string | undefined): void => {
  if (token !== undefined)
    throw new LatchkeyError(
      'adapter.ability_missing',
      'Bitcoin has no tokens that this adapter could send: leave token out.',
      { context: { ability: 'send', namespace: NAMESPACE } },
    )
}

/** Bitcoin's adapter: addresses, balances, signatures, transfers and previews. */
// eslint-disable-next-line max-lines-per-function -- one object whose members are independent
export function createAdapter(
  ctx: PluginContext,
  source: () => Promise<BitcoinSource>,
): ChainAdapter {
  const request = (
    connectionId: string,
    { network, signal }: { network: Network; signal?: AbortSignal },
    method: string,
    params: WireRequest['params'],
  ): Promise<unknown> =>
    ctx.connections.request({
      connectionId,
      network: network.id,
      method,
      params,
      ...(signal && { signal }),
    })
  return {
    parseAddress,
    formatAddress: (address) => `${address.slice(0, 6)}…${address.slice(-4)}`,
    addressOn: ({ address }, network) =>
      chainsOf(address).includes(chainOf(network)) ? address : undefined,
    picture: async (id) => (await import('./chain/pictures.js')).pictures[id],
    async balance({ address, ...on }) {
      const { decimals, symbol } = on.network.nativeCurrency
      return {
        value: await (await source()).balance(parseAddress(address, on.network), on),
        decimals,
        symbol,
      }
    },
    async sign({ account: { connectionId, address }, message, ...on }) {
      return readSignature(
        await request(connectionId, on, 'signMessage', {
          account: address,
          address,
          message: toText(message),
          protocol: protocolOf(address),
        }),
      )
    },
    send: {
      async submit({ account: { connectionId, address }, to, value, token, ...on }) {
        refuseTokens(token)
        const recipientAddress = parseAddress(to, on.network)
        return {
          id: readTxid(
            await request(connectionId, on, 'sendTransfer', {
              account: address,
              recipientAddress,
              amount: String(value),
            }),
          ),
          kind: 'transaction',
        }
      },
      async *watch(submission, on) {
        yield* watch(await source(), submission, on)
      },
    },
    async estimate({ account, to, value, token, ...on }) {
      refuseTokens(token)
      const [from, { buildTransfer }] = await Promise.all([source(), import('./sdk/transfer.js')])
      const [coins, feeRate] = await Promise.all([
        from.utxos(account.address, on),
        from.feeRate(on),
      ])
      const { address, publicKey } = account
      return {
        fee: buildTransfer({
          account: { address, type: 'payment', ...(publicKey && { publicKey }) },
          chain: chainOf(on.network),
          to: parseAddress(to, on.network),
          amount: Number(value),
          coins,
          feeRate,
        }).fee,
      }
    },
    async describe(request) {
      const [{ describe }, { describePsbt }] = await Promise.all([
        import('./describe/describe.js'),
        import('./sdk/describePsbt.js'),
      ])
      const own = ctx.accounts
        .all(NAMESPACE)
        .filter(
          ({ connectionId }) => !request.account || connectionId === request.account.connectionId,
        )
      const first = own.find(({ type }) => type === 'payment') ?? own[0]
      return describe(
        {
          ...request,
          own: own.map(({ address }) => address),
          unnamed: first?.address,
          host: globalThis.location?.host,
        },
        { decodeAddress, describePsbt },
      )
    },
  }
}
