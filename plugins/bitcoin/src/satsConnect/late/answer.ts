import { LatchkeyError } from '@latchkey/plugin-api'
import { NAMESPACE } from '../../chain/networks.js'
import { protocolOf } from '../../wallet/requests.js'
import { readMember } from '../../wallet/untrusted.js'
import { networkInUse } from '../addresses.js'
import type { BitcoinKernel } from '../bitcoinKernel.js'
import { methodNotFound, toRpcError } from './errors.js'
import { accountIdOf, messageHash } from './hashes.js'
import { METHODS, type AnsweredMethod } from '../methods.js'
import {
  PROTOCOL_NAMES,
  readMessage,
  readNetworkName,
  readPsbt,
  readPurposes,
  readTransfer,
} from './params.js'
import type { SatsConnectResponse } from '../provider.js'
import { connect, connectionInUse, demandConnection, readAddresses, useNetwork } from './session.js'
import type { SatsResult } from '../types.js'

/** sats-connect keeps newer purposes of addresses from wallets of versions before 1.5. */
const VERSION = '2.0.0'
const isDenied = ({ ports }: BitcoinKernel, method: string): boolean =>
  ports.options.get().rpcPolicy?.deny?.includes(method) ?? false

async function disconnect(kernel: BitcoinKernel): Promise<null> {
  if (await connectionInUse(kernel)) await kernel.disconnect({ namespace: NAMESPACE })
  return null
}

async function account(
  kernel: BitcoinKernel,
  connectionId: string,
  purposes = ['payment', 'ordinals'] as ReturnType<typeof readPurposes>,
): Promise<SatsResult<'wallet_getAccount'>> {
  const addresses = await readAddresses(kernel, purposes)
  return {
    id: accountIdOf(connectionId),
    addresses,
    walletType: 'software',
    network: networkInUse(kernel),
  }
}

type Answers = {
  readonly [Method in AnsweredMethod]: (
    kernel: BitcoinKernel,
    params: unknown,
  ) => SatsResult<Method> | Promise<SatsResult<Method>>
}
const ANSWERS: Answers = {
  getInfo: (kernel) => ({
    version: VERSION,
    platform: 'web',
    methods: METHODS.filter((method) => !isDenied(kernel, method)),
    supports: [],
  }),
  async getAccounts(kernel, params) {
    const purposes = readPurposes('getAccounts', params, 'purposes')
    await connect(kernel)
    return readAddresses(kernel, purposes)
  },
  async getAddresses(kernel, params) {
    const purposes = readPurposes('getAddresses', params, 'purposes')
    await connect(kernel)
    return { addresses: await readAddresses(kernel, purposes), network: networkInUse(kernel) }
  },
  async getBalance(kernel) {
    await demandConnection(kernel, 'getBalance')
    const coins = await kernel.plugins.bitcoin.getUtxos()
    const sum = (isConfirmed: boolean): bigint =>
      coins
        .filter(({ confirmed }) => confirmed === isConfirmed)
        .reduce((total, { value }) => total + value, 0n)
    const [confirmed, unconfirmed] = [sum(true), sum(false)]
    return {
      confirmed: String(confirmed),
      unconfirmed: String(unconfirmed),
      total: String(confirmed + unconfirmed),
    }
  },
  async signMessage(kernel, params) {
    const { message, ...asked } = readMessage(params)
    const protocol = asked.protocol ?? protocolOf(asked.address)
    await demandConnection(kernel, 'signMessage')
    const { address, signature } = await kernel.plugins.bitcoin.signMessage({
      address: asked.address,
      message,
      protocol,
    })
    return {
      address,
      signature,
      messageHash: messageHash(message, protocol),
      protocol: PROTOCOL_NAMES[protocol],
    }
  },
  async signPsbt(kernel, params) {
    const asked = readPsbt(params)
    // Signing and sending in two steps has the effect of one.
    if (asked.broadcast) demandAllowed(kernel, 'sendTransfer')
    await demandConnection(kernel, 'signPsbt')
    return kernel.plugins.bitcoin.signPsbt(asked)
  },
  async sendTransfer(kernel, params) {
    const asked = readTransfer(params)
    await demandConnection(kernel, 'sendTransfer')
    return kernel.plugins.bitcoin.sendTransfer(asked)
  },
  async wallet_connect(kernel, params) {
    const purposes = readPurposes('wallet_connect', params, 'addresses')
    const wanted = readMember(params, 'network')
    const chain = wanted === undefined ? undefined : readNetworkName('wallet_connect', wanted)
    // Before the wallet connects, so that it is asked to connect there.
    if (chain && !(await connectionInUse(kernel))) await useNetwork(kernel, chain)
    const id = await connect(kernel)
    if (chain) await useNetwork(kernel, chain)
    return account(kernel, id, purposes)
  },
  wallet_disconnect: disconnect,
  wallet_renouncePermissions: disconnect,
  wallet_getAccount: async (kernel) =>
    account(kernel, await demandConnection(kernel, 'wallet_getAccount')),
  wallet_getNetwork: networkInUse,
  async wallet_changeNetwork(kernel, params) {
    await useNetwork(kernel, readNetworkName('wallet_changeNetwork', readMember(params, 'name')))
    return null
  },
  async wallet_getWalletType(kernel) {
    await demandConnection(kernel, 'wallet_getWalletType')
    return 'software' as const
  },
  async wallet_requestPermissions(kernel) {
    await connect(kernel)
    return true as const
  },
  async wallet_getCurrentPermissions(kernel) {
    const connectionId = await connectionInUse(kernel)
    if (connectionId === undefined) return []
    const resourceId = accountIdOf(connectionId)
    const clientId = globalThis.location?.origin ?? ''
    return [
      { type: 'account', resourceId, clientId, actions: { read: true } },
      { type: 'wallet', resourceId: 'wallet', clientId, actions: { readNetwork: true } },
    ]
  },
}

/** Refuses what the host denies; the rpc door does not see methods that are answered here. */
function demandAllowed(kernel: BitcoinKernel, method: string): void {
  if (isDenied(kernel, method))
    throw new LatchkeyError('rpc.method_not_allowed', 'Requested RPC call is not allowed', {
      context: { method },
    })
}

const isAnswered = (method: unknown): method is AnsweredMethod =>
  typeof method === 'string' && Object.hasOwn(ANSWERS, method)

/** Answers one request of sats-connect by the wallet that is connected in the modal. Never rejects. */
export async function answer(
  kernel: BitcoinKernel,
  id: string,
  method: unknown,
  params: unknown,
): Promise<SatsConnectResponse> {
  const head = { jsonrpc: '2.0', id } as const
  try {
    if (!isAnswered(method)) throw methodNotFound(method)
    demandAllowed(kernel, method)
    return { ...head, result: await ANSWERS[method](kernel, params) }
  } catch (error) {
    return { ...head, error: toRpcError(error) }
  }
}
