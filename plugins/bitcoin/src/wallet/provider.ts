import {
  LatchkeyError,
  type ConnectedAccount,
  type Network,
  type PluginContext,
} from '@latchkey/plugin-api'
import { readSignature, readTxid } from './answers.js'
import type { BitcoinAddress, BitcoinApi } from '../api.js'
import { badAnswer } from '@latchkey/plugin-api/wallet'
import { readItems, readMember, readText } from './untrusted.js'
import { NAMESPACE } from '../chain/networks.js'
import type { BitcoinSource } from '../chain/source.js'
import { demandSwitchable } from './switching.js'

/** The part of the plugin's API that is loaded when it is first used. */
// eslint-disable-next-line max-lines-per-function -- the methods of the API, one after the other
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
    async () => (await import('../sdk/address.js')).parseAddress,
  )
  const own = async (address: string | undefined): Promise<string> =>
    address === undefined ? account().address : (await parser())(address, network())
  return {
    provider: { request },
    async getAccountAddresses() {
      const found = readItems(
        await request({ method: 'getAccountAddresses', params: { account: account().address } }),
        100,
      )
      if (!found) throw badAnswer('getAccountAddresses', 'a list of addresses')
      const parseAddress = await parser()
      return found.map((each): BitcoinAddress => {
        const [publicKey, path, intention] = ['publicKey', 'path', 'intention'].map((name) =>
          readText(readMember(each, name), 130),
        )
        return {
          address: parseAddress(readMember(each, 'address')),
          ...(publicKey && { publicKey }),
          ...(path && { path }),
          ...(intention && { intention }),
        }
      })
    },
    async signMessage({ message, address = account().address, protocol }) {
      return {
        address,
        signature: readSignature(
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
        readText(readMember(answer, 'psbt'), 10_000_000),
        readText(readMember(answer, 'txid'), 64),
      ]
      if (!psbt) throw badAnswer('signPsbt', 'a PSBT')
      return { psbt, ...(txid && { txid }) }
    },
    async sendTransfer({ recipientAddress, amount }) {
      return {
        txid: readTxid(
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
