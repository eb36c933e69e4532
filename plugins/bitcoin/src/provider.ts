import {
  LatchkeyError,
  type ConnectedAccount,
  type Network,
  type PluginContext,
} from '@latchkey/plugin-api'
import { signatureOf, txidOf } from './answers.js'
import type { BitcoinAddress, BitcoinApi } from './api.js'
import { badAnswer } from './errors.js'
import { items, member, textOf } from './loose.js'
import { NAMESPACE } from './networks.js'
import type { BitcoinSource } from './source.js'
import { demandSwitchable } from './switching.js'

/** The other half of the plugin's API: loaded when it is first used. */
export function createProvider(
  ctx: PluginContext,
  source: () => Promise<BitcoinSource>,
): BitcoinApi {
  const missing = (): never => {
    throw new LatchkeyError(
      'kernel.account_or_network_missing',
      'CaipNetwork or CaipAddress is undefined',
    )
  }
  const network = (): Network => ctx.activeNetwork.current(NAMESPACE) ?? missing()
  const account = (): ConnectedAccount => ctx.accounts.active(NAMESPACE) ?? missing()
  const request: BitcoinApi['provider']['request'] = ({ method, params }) =>
    ctx.connections.request({
      network: network().id,
      method,
      origin: 'host',
      ...(params !== undefined && { params }),
    })
  const parser = ctx.lazy(
    'Bitcoin addresses',
    async () => (await import('./sdk/address.js')).parseAddress,
  )
  const own = async (address: string | undefined): Promise<string> =>
    address === undefined ? account().address : (await parser())(address, network())
  return {
    provider: { request },
    async getAccountAddresses() {
      const found = items(
        await request({ method: 'getAccountAddresses', params: { account: account().address } }),
        100,
      )
      if (!found) throw badAnswer('getAccountAddresses', 'a list of addresses')
      const parseAddress = await parser()
      return found.map((each): BitcoinAddress => {
        const [publicKey, path, intention] = ['publicKey', 'path', 'intention'].map((name) =>
          textOf(member(each, name), 130),
        )
        return {
          address: parseAddress(member(each, 'address')),
          ...(publicKey && { publicKey }),
          ...(path && { path }),
          ...(intention && { intention }),
        }
      })
    },
    async signMessage({ message, address = account().address, protocol }) {
      return {
        address,
        signature: signatureOf(
          await request({
            method: 'signMessage',
            params: { account: address, address, message, ...(protocol && { protocol }) },
          }),
        ),
      }
    },
    async signPsbt(params) {
      const answer = await request({
        method: 'signPsbt',
        params: { account: account().address, ...params },
      })
      const [psbt, txid] = [
        textOf(member(answer, 'psbt'), 10_000_000),
        textOf(member(answer, 'txid'), 64),
      ]
      if (!psbt) throw badAnswer('signPsbt', 'a PSBT')
      return { psbt, ...(txid && { txid }) }
    },
    async sendTransfer({ recipientAddress, amount }) {
      return {
        txid: txidOf(
          await request({
            method: 'sendTransfer',
            params: {
              account: account().address,
              recipientAddress: (await parser())(recipientAddress, network()),
              amount: String(amount),
            },
          }),
        ),
      }
    },
    getBalance: async (address) =>
      (await source()).balance(await own(address), { network: network() }),
    getUtxos: async (address) => (await source()).utxos(await own(address), { network: network() }),
    async switchAccount({ address }) {
      const found = ctx.accounts.all(NAMESPACE).filter((each) => each.address === address)
      const target = found.find(({ type }) => type === 'payment') ?? found[0]
      demandSwitchable(address === undefined ? undefined : (target ?? { address }))
      await ctx.accounts.select({
        connectionId: target!.connectionId,
        namespace: NAMESPACE,
        key: target!.key,
      })
    },
  }
}
