import type { Description, Network } from '@latchkey/plugin-api'
import { hasHidden, MOST_TEXT, textOf, toUnits, type Row } from '@latchkey/plugin-api/describe'
// @scure/btc-signer (MIT, audited): reads a PSBT and checks that the coins it names are those that
// it spends.
import { Address, OutScript, Script, Transaction } from '@scure/btc-signer'
import { bech32m } from '@scure/base'
import { chainOf } from '../chain/chains.js'
import { toHex } from '../chain/encoding.js'
import { libraryNetworkOf } from './transfer.js'
import type { PsbtInput } from '../wallet/params.js'

/** Outputs that are shown. */
const MAX_OUTPUTS = 40
/** Satoshi, and the part of what is sent. A fee above both is a mistake, or a trap. */
const HIGH_FEE_SATOSHI = 10_000n
const HIGH_FEE_DIVISOR = 20n
const SIGHASH_NAMES: Readonly<Record<number, string>> = {
  0: 'DEFAULT',
  1: 'ALL',
  2: 'NONE',
  3: 'SINGLE',
}
const ANYONE_CAN_PAY = 0x80

type Net = ReturnType<typeof libraryNetworkOf>
interface Coin {
  address: string | undefined
  /** Satoshi. `undefined`: not named, or named in a way that the signature would not bind. */
  amount: bigint | undefined
  /**
   * Whether the PSBT holds the transaction that made the coin. Its hash is what is spent, so the
   * amount in it is true.
   */
  isProved: boolean
  isTaproot: boolean
  sighash: number | undefined
}
interface Output {
  script: Uint8Array
  address: string | undefined
  amount: bigint
}
/** Everything that the rows about a PSBT are made of. */
interface ReadPsbt {
  inputs: readonly Coin[]
  outputs: readonly Output[]
  /** Whether every demanded signature would be invalid if one of the amounts were a lie. */
  isProved: boolean
  isOwn(address: string | undefined): boolean
  money(satoshi: bigint): string
}

const startsWith = (bytes: Uint8Array | undefined, ...start: readonly number[]): boolean =>
  !!bytes && start.every((byte, at) => bytes[at] === byte)
function addressOf(script: Uint8Array, net: Net): string | undefined {
  // Taproot (BIP-350) without the library's check of the curve, which takes a millisecond for each.
  if (script.length === 34 && startsWith(script, 0x51, 0x20))
    return bech32m.encode(net.bech32, [1, ...bech32m.toWords(script.subarray(2))])
  try {
    return Address(net).encode(OutScript.decode(script))
  } catch {
    return undefined
  }
}
/** SegWit programs, plain or within P2SH: their signatures bind the amount (BIP-143, BIP-341). */
const bindsAmount = (script: Uint8Array, redeem: Uint8Array | undefined): boolean => {
  const program = startsWith(script, 0xa9) ? redeem : script
  return (
    startsWith(program, 0x00, 0x14) ||
    startsWith(program, 0x00, 0x20) ||
    startsWith(program, 0x51, 0x20)
  )
}

function readCoin(
  {
    nonWitnessUtxo,
    witnessUtxo,
    index,
    redeemScript,
    sighashType: sighash,
  }: ReturnType<Transaction['getInput']>,
  net: Net,
): Coin {
  const spent = nonWitnessUtxo?.outputs[index ?? -1] ?? witnessUtxo
  const isBound = !!nonWitnessUtxo || (!!spent && bindsAmount(spent.script, redeemScript))
  return {
    address: spent && addressOf(spent.script, net),
    amount: spent && isBound ? spent.amount : undefined,
    isProved: !!nonWitnessUtxo,
    isTaproot: startsWith(spent?.script, 0x51, 0x20),
    sighash,
  }
}
/**
 * A signature of SegWit v0 binds the amount of its own input only (BIP-143), one of Taproot those
 * of all (BIP-341). Where two inputs are signed, a first round may lie about one and a second about
 * the other: each signature is good, and together they pay a fee that neither round showed
 * (CVE-2020-14199).
 * So the amounts are proved where, for each input that is signed, every other one is proved by its
 * transaction or bound by that signature.
 */
function areAmountsProved(
  inputs: readonly Coin[],
  asked: readonly PsbtInput[],
  types: readonly number[],
): boolean {
  // Others may add inputs and outputs of their own.
  if (types.some((type) => type > 1)) return false
  const signed = asked.length ? new Set(asked.map(({ index }) => index)) : undefined
  return inputs.every(
    ({ isTaproot }, index) =>
      (signed && !signed.has(index)) ||
      isTaproot ||
      inputs.every((other, at) => at === index || other.isProved),
  )
}

/**
 * The bytes that an output carries in place of money. `undefined` for anything but plain pushes.
 */
function dataOf(script: Uint8Array): Uint8Array | undefined {
  try {
    const [first, ...rest] = Script.decode(script)
    const parts = rest.flatMap((part) => (part instanceof Uint8Array ? [part] : []))
    return first === 'RETURN' && parts.length === rest.length
      ? Uint8Array.from(parts.flatMap((part) => [...part]))
      : undefined
  } catch {
    return undefined
  }
}

function outputRows(
  { script, address, amount }: Output,
  { isOwn, money }: ReadPsbt,
): { rows: readonly Row[]; isRead: boolean } {
  const paid: Row = { label: 'bitcoin.amount', value: money(amount) }
  if (address !== undefined)
    return {
      rows: [{ label: isOwn(address) ? 'bitcoin.change' : 'bitcoin.to', value: address }, paid],
      isRead: true,
    }
  const data = dataOf(script)
  const text = data && textOf(data)
  const isRead = text !== undefined && !hasHidden(text) && text.length <= MOST_TEXT
  const row: Row = isRead
    ? { label: 'bitcoin.data', value: text }
    : {
        label: data ? 'bitcoin.data' : 'bitcoin.script',
        value: toHex(data ?? script).slice(0, MOST_TEXT),
        raw: true,
        warning: 'bitcoin.unreadable',
      }
  return { rows: [row, ...(amount ? [paid] : [])], isRead }
}

const sumOf = (items: readonly { readonly amount: bigint | undefined }[]): bigint | undefined =>
  items.reduce<bigint | undefined>(
    (all, { amount }) => (all === undefined || amount === undefined ? undefined : all + amount),
    0n,
  )

/** The rows about the fee, and about coins that are not the visitor's own. */
function feeRows({ inputs, outputs, isProved, isOwn, money }: ReadPsbt): {
  rows: readonly Row[]
  isRead: boolean
} {
  const [spent, paid] = [sumOf(inputs), sumOf(outputs)]
  const fee = spent === undefined || paid === undefined ? undefined : spent - paid
  const isKnown = fee !== undefined && fee >= 0n && isProved
  const sent = sumOf(outputs.filter(({ address }) => !isOwn(address))) || spent || 0n
  const foreign = inputs.filter(({ address }) => !isOwn(address))
  // A coin that is not named may be anybody's. Where an amount is not proved, nobody knows how much
  // leaves.
  const isNamed = isProved && inputs.every(({ address }) => address !== undefined)
  const [own, back] = [
    isNamed ? sumOf(inputs.filter(({ address }) => isOwn(address))) : undefined,
    sumOf(outputs.filter(({ address }) => isOwn(address))),
  ]
  const other = isProved ? sumOf(foreign) : undefined
  return {
    isRead: isKnown,
    rows: [
      isKnown
        ? {
            label: 'bitcoin.fee',
            value: money(fee),
            ...(fee > HIGH_FEE_SATOSHI &&
              fee * HIGH_FEE_DIVISOR > sent && { warning: 'bitcoin.highFee' }),
          }
        : { label: 'bitcoin.fee', value: '?', warning: 'bitcoin.feeUnknown' },
      ...(foreign.length
        ? [
            {
              label: 'bitcoin.foreignInputs',
              value: `${foreign.length} / ${inputs.length}${other === undefined ? '' : ` · ${money(other)}`}`,
              warning: 'bitcoin.notYours',
            },
          ]
        : []),
      ...(own === undefined || back === undefined
        ? []
        : [
            {
              label: 'bitcoin.leaves',
              value: `${own < back ? '-' : ''}${money(own < back ? back - own : own - back)}`,
            },
          ]),
    ],
  }
}

const sighashName = (type: number): string =>
  `${SIGHASH_NAMES[type & ~ANYONE_CAN_PAY] ?? type & ~ANYONE_CAN_PAY}${type & ANYONE_CAN_PAY ? '|ANYONECANPAY' : ''}`
/** The signature hash types that the PSBT and the request name. */
const sighashesOf = (inputs: readonly Coin[], asked: readonly PsbtInput[]): readonly number[] => [
  ...new Set([
    ...inputs.flatMap(({ sighash }) => sighash ?? []),
    ...asked.flatMap(({ sighashTypes }) => sighashTypes ?? []),
  ]),
]
/**
 * Signature hash types that let others change the transaction afterwards. Without any output, they
 * choose who gets the money.
 */
const sighashRows = (types: readonly number[]): readonly Row[] =>
  types
    .filter((type) => type !== 0 && type !== 1)
    .map((type) => ({
      label: 'bitcoin.sighash',
      value: sighashName(type),
      warning: (type & ~ANYONE_CAN_PAY) === 2 ? 'bitcoin.outputsOpen' : 'bitcoin.changeable',
    }))

const PARSE_OPTIONS = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowUnknownVersion: true,
  allowLegacyWitnessUtxo: true,
}
function readPsbt(psbt: Uint8Array): Transaction | undefined {
  try {
    return Transaction.fromPSBT(psbt, PARSE_OPTIONS)
  } catch {
    return undefined
  }
}

/**
 * Previews a PSBT. An output to an address that the wallet has shown is change; an address that the
 * PSBT only says to be derived from its keys is not. `undefined` for bytes that are not a PSBT, or
 * whose coins or scripts are not those that it spends.
 * @param own addresses of the wallet
 */
export function describePsbt(
  { psbt, inputs: asked = [] }: { psbt: Uint8Array; inputs?: readonly PsbtInput[] },
  own: readonly string[],
  network: Network,
): Pick<Description, 'rows' | 'complete'> | undefined {
  const tx = readPsbt(psbt)
  if (!tx?.inputsLength) return undefined
  const net = libraryNetworkOf(chainOf(network))
  const { decimals, symbol } = network.nativeCurrency
  const inputs = Array.from({ length: tx.inputsLength }, (_, index) =>
    readCoin(tx.getInput(index), net),
  )
  const types = sighashesOf(inputs, asked)
  const read: ReadPsbt = {
    inputs,
    isProved: areAmountsProved(inputs, asked, types),
    outputs: Array.from({ length: tx.outputsLength }, (_, index) => tx.getOutput(index)).map(
      ({ script = new Uint8Array(), amount = 0n }) => ({
        script,
        amount,
        address: addressOf(script, net),
      }),
    ),
    isOwn: (address) => address !== undefined && own.includes(address),
    money: (satoshi) => `${toUnits(satoshi, decimals)} ${symbol}`,
  }
  const outputs = read.outputs.slice(0, MAX_OUTPUTS).map((output) => outputRows(output, read))
  const hidden = read.outputs.slice(MAX_OUTPUTS)
  const [money, sighash] = [feeRows(read), sighashRows(types)]
  const isAskable = asked.every(({ address, index }) => inputs[index]?.address === address)
  return {
    rows: [
      ...outputs.flatMap(({ rows }) => rows),
      ...(hidden.length
        ? [
            {
              label: 'bitcoin.more',
              value: `${hidden.length} · ${read.money(sumOf(hidden) ?? 0n)}`,
              warning: 'bitcoin.notShown',
            },
          ]
        : []),
      ...money.rows,
      ...sighash,
      ...(tx.lockTime ? [{ label: 'bitcoin.lockTime', value: String(tx.lockTime) }] : []),
    ],
    complete:
      outputs.every(({ isRead }) => isRead) &&
      !hidden.length &&
      money.isRead &&
      !sighash.length &&
      isAskable,
  }
}
