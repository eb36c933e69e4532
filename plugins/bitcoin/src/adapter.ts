import {
  LatchkeyError,
  type ChainAdapter,
  type Network,
  type PluginContext,
  type WireRequest,
} from '@latchkey/plugin-api'
import { signatureOf, txidOf } from './answers.js'
import { chainOf, chainsOf } from './chains.js'
import { NAMESPACE } from './networks.js'
import { protocolOf } from './requests.js'
import { parseAddress } from './sdk/address.js'
import type { BitcoinSource } from './source.js'
import { watch } from './watch.js'

/** Bitcoin wallets sign text. @throws `bitcoin.message_not_text` */
function textOf(message: string | Uint8Array): string {
  if (typeof message === 'string') return message
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch (cause) {
    throw new LatchkeyError(
      'bitcoin.message_not_text',
      'Bitcoin wallets sign text: these bytes are none. Give text, or bytes of it in UTF-8.',
      { context: {}, cause },
    )
  }
}

const noTokens = (token: string | undefined): void => {
  if (token !== undefined)
    throw new LatchkeyError(
      'adapter.ability_missing',
      'Bitcoin has no tokens that this adapter could send: leave token out.',
      { context: { ability: 'send', namespace: NAMESPACE } },
    )
}

/** What this plugin knows of Bitcoin. */
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
    async balance({ address, ...on }) {
      const { decimals, symbol } = on.network.nativeCurrency
      return {
        value: await (await source()).balance(parseAddress(address, on.network), on),
        decimals,
        symbol,
      }
    },
    async sign({ account: { connectionId, address }, message, ...on }) {
      return signatureOf(
        await request(connectionId, on, 'signMessage', {
          account: address,
          address,
          message: textOf(message),
          protocol: protocolOf(address),
        }),
      )
    },
    send: {
      async submit({ account: { connectionId, address }, to, value, token, ...on }) {
        noTokens(token)
        const recipientAddress = parseAddress(to, on.network)
        return {
          id: txidOf(
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
      noTokens(token)
      const [from, { build }] = await Promise.all([source(), import('./sdk/transfer.js')])
      const [coins, feeRate] = await Promise.all([
        from.utxos(account.address, on),
        from.feeRate(on),
      ])
      const { address, publicKey } = account
      return {
        fee: build({
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
      const { describe } = await import('./sdk/describe/describe.js')
      const own = ctx.accounts
        .all(NAMESPACE)
        .filter(
          ({ connectionId }) => !request.account || connectionId === request.account.connectionId,
        )
      const first = own.find(({ type }) => type === 'payment') ?? own[0]
      return describe({
        ...request,
        own: own.map(({ address }) => address),
        unnamed: first?.address,
        host: globalThis.location?.host,
      })
    },
  }
}
