import { LatchkeyError, type Network, type WireRequest } from '@latchkey/plugin-api'
import { badAnswer, unsupportedMethod } from '@latchkey/plugin-api/wallet'
import type { Chain } from '../chain/chains.js'
import type { Driver, ExposedAddress, Protocol, TransferToSend } from './drivers/driver.js'
import { toBase64, toBytes, toHex } from '../chain/encoding.js'
import type { BitcoinSource } from '../chain/source.js'
import { readMessage, readPsbt, readTransfer } from './params.js'

/** Answers requests of one connection: a wallet and the accounts that it exposed. */
export interface Signer {
  readonly driver: Driver
  exposed(): readonly ExposedAddress[]
  source(): Promise<BitcoinSource>
  findAccount(
    address: string | undefined,
    network: string,
  ): { account: ExposedAddress; network: Network; chain: Chain }
}

/**
 * The default protocol for an address: ECDSA for older addresses, and BIP-322 for SegWit addresses,
 * as it alone covers taproot.
 */
export const protocolOf = (address: string): Protocol =>
  /^(bc|tb|bcrt)1/i.test(address) ? 'bip322' : 'ecdsa'

const readTxid = (value: unknown, method: string): string => {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/i.test(value))
    throw badAnswer(method, 'a transaction id')
  return value.toLowerCase()
}

/**
 * Sends a transfer by a wallet that only signs: it is built here, signed there, checked, and sent
 * by the source.
 */
async function sendBySigning(
  { driver, source }: Signer,
  transfer: TransferToSend,
): Promise<string> {
  const { account, network, signal } = transfer
  const [{ buildTransfer, finishTransfer }, from] = await Promise.all([
    import('../sdk/transfer.js'),
    source(),
  ])
  const on = { network, ...(signal && { signal }) }
  const built = buildTransfer({
    ...transfer,
    coins: await from.utxos(account.address, on),
    feeRate: await from.feeRate(on),
  })
  const inputs = Array.from({ length: built.inputs }, (_, index) => ({
    address: account.address,
    index,
  }))
  const signed = await driver.signPsbt({ ...transfer, psbt: built.psbt, inputs, broadcast: false })
  const bytes = signed.psbt instanceof Uint8Array ? signed.psbt : toBytes(signed.psbt)
  if (!bytes) throw badAnswer('signPsbt', 'a PSBT')
  return from.broadcast(finishTransfer(built, bytes), on)
}

type AnswerMethod = (signer: Signer, request: WireRequest) => unknown
const ANSWERS: Readonly<Record<string, AnswerMethod>> = {
  getAccountAddresses: ({ exposed }) =>
    exposed().map(({ address, publicKey, path, type }) => ({
      address,
      ...(publicKey && { publicKey }),
      ...(path && { path }),
      intention: type === 'ordinals' ? 'ordinal' : type,
    })),
  async signMessage(signer, { network, params, signal }) {
    const { address, message, protocol } = readMessage(params)
    const on = signer.findAccount(address, network)
    const signature = toBytes(
      await signer.driver.signMessage({
        ...on,
        message,
        protocol: protocol ?? protocolOf(on.account.address),
        ...(signal && { signal }),
      }),
    )
    if (!signature?.length) throw badAnswer('signMessage', 'a signature')
    return { address: on.account.address, signature: toHex(signature) }
  },
  async signPsbt(signer, { network, params, signal }) {
    const { address, psbt, inputs, broadcast } = readPsbt(params)
    const on = signer.findAccount(address, network)
    for (const input of inputs ?? []) signer.findAccount(input.address, network)
    const signed = await signer.driver.signPsbt({
      ...on,
      psbt,
      broadcast,
      ...(inputs && { inputs }),
      ...(signal && { signal }),
    })
    const bytes = signed.psbt instanceof Uint8Array ? signed.psbt : toBytes(signed.psbt)
    if (!bytes?.length) throw badAnswer('signPsbt', 'a PSBT')
    return { psbt: toBase64(bytes), ...(broadcast && { txid: readTxid(signed.txid, 'signPsbt') }) }
  },
  async sendTransfer(signer, { network, params, signal }) {
    const { address, to, amount } = readTransfer(params)
    const on = signer.findAccount(address, network)
    // The checksum is verified: what a wallet pays to a mistyped address cannot be taken back.
    const recipient = (await import('../sdk/address.js')).parseAddress(to, on.network)
    const transfer = { ...on, to: recipient, amount, ...(signal && { signal }) }
    if (signal?.aborted)
      throw new LatchkeyError(
        'kernel.aborted',
        'sendTransfer was given up before the wallet was asked.',
        { cause: signal.reason },
      )
    return {
      txid: readTxid(
        await (signer.driver.sendTransfer?.(transfer) ?? sendBySigning(signer, transfer)),
        'sendTransfer',
      ),
    }
  },
}

/** Answers one request, with the methods and parameters of WalletConnect's bip122 profile. */
export function answerRequest(signer: Signer, request: WireRequest): unknown {
  const found = Object.hasOwn(ANSWERS, request.method) ? ANSWERS[request.method] : undefined
  if (!found)
    throw unsupportedMethod(
      request.method,
      'expected sendTransfer, signMessage, signPsbt or getAccountAddresses',
    )
  return found(signer, request)
}
