// Solana's wire format: https://solana.com/docs/core/transactions
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import {
  objectOf,
  postJson,
  readable,
  refuse,
  textIn,
  unsupported,
  type Asked,
  type ChainsWorld,
  type KeyHolder,
  type Words,
} from './types.js'

const LAMPORTS = 1e9
const SYSTEM_PROGRAM = '11111111111111111111111111111111'

class Reader {
  at = 0
  constructor(readonly bytes: Uint8Array) {}
  byte(): number {
    const value = this.bytes[this.at++]
    if (value === undefined)
      throw refuse(-32602, 'Invalid parameters: the transaction ends too early.')
    return value
  }
  /** A length of one to three bytes. */
  count(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  take(length: number): Uint8Array {
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }
}

interface Parts {
  bytes: Uint8Array
  /** Offset of the first signature, in bytes. */
  signatures: number
  message: Uint8Array
  keys: string[]
  signers: number
  instructions: { program: string; accounts: number[]; data: Uint8Array }[]
}

function read(bytes: Uint8Array): Parts {
  const reader = new Reader(bytes)
  const count = reader.count()
  const signatures = reader.at
  reader.take(count * 64)
  const message = bytes.subarray(reader.at)
  const first = reader.byte()
  const signers = first & 0x80 ? reader.byte() : first
  reader.take(2)
  const keys = Array.from({ length: reader.count() }, () => base58.encode(reader.take(32)))
  reader.take(32)
  const instructions = Array.from({ length: reader.count() }, () => {
    const program = keys[reader.byte()] ?? ''
    const accounts = Array.from(reader.take(reader.count()))
    return { program, accounts, data: reader.take(reader.count()) }
  })
  return { bytes, signatures, message, keys, signers, instructions }
}

function lineOf(
  { keys }: Parts,
  { program, accounts, data }: Parts['instructions'][number],
): readonly [string, string] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const isTransfer =
    program === SYSTEM_PROGRAM && data.length === 12 && view.getUint32(0, true) === 2
  return isTransfer
    ? [
        'Send',
        `${Number(view.getBigUint64(4, true)) / LAMPORTS} SOL to ${keys[accounts[1] ?? -1] ?? 'nobody'}`,
      ]
    : ['Instruction', `${program} · ${data.length} bytes`]
}

const listOf = (params: unknown): unknown[] =>
  Array.isArray(objectOf(params)['transactions'])
    ? (objectOf(params)['transactions'] as unknown[])
    : [objectOf(params)['transaction']]

function describe({ method, params }: Asked): Words {
  if (method === 'solana_signMessage')
    return {
      kind: 'message',
      title: 'Sign this message',
      lines: [['Message', readable(base58.decode(textIn(params, 'message')))]],
    }
  const parts = listOf(params).map((text) => read(base64.decode(String(text))))
  return {
    kind: 'transaction',
    title: method.includes('Send')
      ? 'Send this transaction'
      : parts.length > 1
        ? `Sign ${parts.length} transactions`
        : 'Sign this transaction',
    lines: parts.flatMap((one) => one.instructions.map((instruction) => lineOf(one, instruction))),
  }
}

export function solanaKey(
  { url, genesisHash }: NonNullable<ChainsWorld['solana']>,
  secret: Uint8Array,
): KeyHolder {
  const publicKey = ed25519.getPublicKey(secret)
  const address = base58.encode(publicKey)
  const sign = (text: unknown): { signature: string; transaction: string } => {
    const parts = read(base64.decode(String(text)))
    const place = parts.keys.slice(0, parts.signers).indexOf(address)
    if (place < 0) throw refuse(4100, `The transaction does not ask for a signature of ${address}.`)
    const signature = ed25519.sign(parts.message, secret)
    const signed = Uint8Array.from(parts.bytes)
    signed.set(signature, parts.signatures + place * 64)
    return { signature: base58.encode(signature), transaction: base64.encode(signed) }
  }
  const send = async (params: unknown): Promise<unknown> => {
    const { sendOptions } = objectOf(params)
    return {
      signature: await postJson(url, 'sendTransaction', [
        sign(textIn(params, 'transaction')).transaction,
        { ...(sendOptions as object), encoding: 'base64' },
      ]),
    }
  }
  return {
    chain: `solana:${genesisHash.slice(0, 32)}`,
    name: 'Solana',
    accounts: [{ address, publicKey }],
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ],
    events: ['accountsChanged'],
    reads: [],
    describe,
    async perform({ method, params }: Asked) {
      switch (method) {
        case 'solana_getAccounts':
        case 'solana_requestAccounts':
          return [{ pubkey: address }]
        case 'solana_signMessage':
          return {
            signature: base58.encode(
              ed25519.sign(base58.decode(textIn(params, 'message')), secret),
            ),
          }
        case 'solana_signTransaction':
          return sign(textIn(params, 'transaction'))
        case 'solana_signAllTransactions':
          return { transactions: listOf(params).map((text) => sign(text).transaction) }
        case 'solana_signAndSendTransaction':
          return send(params)
        default:
          throw unsupported(method)
      }
    },
  }
}
