// @scure/btc-signer (MIT, audited): chooses coins and builds a transaction. It is loaded only where
// a wallet signs but cannot send, and for fees.
import {
  NETWORK,
  p2sh,
  p2tr,
  p2wpkh,
  selectUTXO,
  TEST_NETWORK,
  Transaction,
  Address,
  OutScript,
} from '@scure/btc-signer'
import { LatchkeyError } from '@latchkey/plugin-api'
import type { Chain } from '../chain/chains.js'
import type { ExposedAddress } from '../wallet/drivers/driver.js'
import { toBytes } from '../chain/encoding.js'
import { badAnswer } from '@latchkey/plugin-api/wallet'
import type { Utxo } from '../chain/source.js'

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' }
export const libraryNetworkOf = (chain: Chain) =>
  chain === 'mainnet' ? NETWORK : chain === 'regtest' ? REGTEST : TEST_NETWORK

export interface TransferPlan {
  account: ExposedAddress
  chain: Chain
  to: string
  /** Satoshi. */
  amount: number
  coins: readonly Utxo[]
  /** Satoshi per virtual byte. */
  feeRate: number
}
export interface BuiltTransfer {
  psbt: Uint8Array
  inputs: number
  fee: bigint
}

/** The fields of an input of this account beside its coin. */
function inputFieldsOf(
  { address, publicKey }: ExposedAddress,
  chain: Chain,
): { script: Uint8Array; more: object } {
  const net = libraryNetworkOf(chain)
  const decoded = Address(net).decode(address)
  const script = OutScript.encode(decoded)
  const key = toBytes(publicKey)
  if (decoded.type === 'wpkh') return { script, more: {} }
  if (decoded.type === 'tr' && key) {
    const internal = key.length === 33 ? key.slice(1) : key
    // Wallets expose the inner key. One that does not fit the address is left out.
    return {
      script,
      more: p2tr(internal, undefined, net).address === address ? { tapInternalKey: internal } : {},
    }
  }
  if (decoded.type === 'sh' && key?.length === 33) {
    const { redeemScript, address: same } = p2sh(p2wpkh(key, net), net)
    if (same === address) return { script, more: { redeemScript } }
  }
  throw new LatchkeyError(
    'bitcoin.cannot_build',
    `A transfer from ${address} cannot be built: expected a SegWit address, with its public key ` +
      "where it begins with 3 or 2. Use the wallet's own sending.",
    { context: { address } },
  )
}

/**
 * Chooses coins and builds the transfer. The rest goes back to the account.
 * @throws `bitcoin.insufficient_funds`, `bitcoin.cannot_build`
 */
export function buildTransfer({
  account,
  chain,
  to,
  amount,
  coins,
  feeRate,
}: TransferPlan): BuiltTransfer {
  const { script, more } = inputFieldsOf(account, chain)
  // Only confirmed coins are spent: unconfirmed ones may be a stranger's payment that never
  // arrives.
  const inputs = coins
    .filter(({ confirmed }) => confirmed)
    .map(({ txid, index, value }) => ({
      txid,
      index,
      witnessUtxo: { script, amount: value },
      ...more,
    }))
  const options = {
    changeAddress: account.address,
    feePerByte: BigInt(Math.ceil(feeRate)),
    bip69: true,
    createTx: true,
    network: libraryNetworkOf(chain),
  }
  const selected = inputs.length
    ? selectUTXO(inputs, [{ address: to, amount: BigInt(amount) }], 'default', options)
    : undefined
  if (!selected?.tx)
    throw new LatchkeyError(
      'bitcoin.insufficient_funds',
      `The confirmed coins of ${account.address} do not cover ${amount} satoshi and the fee.`,
      { context: { address: account.address, amount: String(amount) } },
    )
  return { psbt: selected.tx.toPSBT(), inputs: selected.tx.inputsLength, fee: selected.fee ?? 0n }
}

/**
 * Finishes a transfer that the wallet signed.
 * @returns the transaction in hex
 * @throws `wallet.bad_answer` if it is not the transaction that was to be signed
 */
export function finishTransfer({ psbt }: BuiltTransfer, signed: Uint8Array): string {
  let transaction: Transaction
  try {
    transaction = Transaction.fromPSBT(signed)
    if (!isSame(transaction.unsignedTx, Transaction.fromPSBT(psbt).unsignedTx))
      throw new TypeError('another transaction')
    if (!transaction.isFinal) transaction.finalize()
  } catch (cause) {
    throw Object.assign(badAnswer('signPsbt', 'the signed transfer that it was given'), { cause })
  }
  return transaction.hex
}
const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
