// Sign documents: https://docs.cosmos.network (SIGN_MODE_DIRECT, SIGN_MODE_LEGACY_AMINO_JSON),
// ADR-36 for messages.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32 } from '@scure/base'
import {
  objectOf,
  readable,
  refuse,
  textIn,
  unsupported,
  type Asked,
  type ChainsWorld,
  type KeyHolder,
  type Words,
} from './types.js'

const PREFIX = 'cosmos'
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Amino JSON: keys in order, and the three signs of HTML written as escapes. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}
const aminoBytes = (doc: unknown): Uint8Array =>
  utf8(
    JSON.stringify(sorted(doc)).replace(
      /[&<>]/g,
      (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`,
    ),
  )

function varint(value: bigint): number[] {
  return value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...varint(value >> 7n)]
}
const field = (number: number, bytes: Uint8Array): number[] =>
  bytes.length ? [(number << 3) | 2, ...varint(BigInt(bytes.length)), ...bytes] : []
/** Protobuf of `cosmos.tx.v1beta1.SignDoc`. */
const directBytes = (doc: Readonly<Record<string, unknown>>): Uint8Array => {
  const account = BigInt(String(doc['accountNumber']))
  return Uint8Array.from([
    ...field(1, base64.decode(String(doc['bodyBytes']))),
    ...field(2, base64.decode(String(doc['authInfoBytes']))),
    ...field(3, utf8(String(doc['chainId']))),
    ...(account ? [4 << 3, ...varint(account)] : []),
  ])
}
/** Wraps a message by ADR-36 into a document that cannot be a transaction. */
export const messageDoc = (signer: string, data: Uint8Array): object => ({
  chain_id: '',
  account_number: '0',
  sequence: '0',
  fee: { gas: '0', amount: [] },
  memo: '',
  msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(data) } }],
})

/**
 * Texts of at least four letters in a document that is not JSON: type URL, addresses, denomination.
 */
const textsIn = (bytes: Uint8Array): string =>
  (readable(bytes).startsWith('0x') ? String.fromCharCode(...bytes) : readable(bytes))
    .match(/[\x20-\x7e]{4,}/g)
    ?.join(' ') ?? ''

function wordsOf({ method, params }: Asked): Words {
  const doc = objectOf(objectOf(params)['signDoc'])
  if (method === 'cosmos_signDirect')
    return {
      kind: 'transaction',
      title: 'Sign this transaction',
      lines: [
        ['Chain', String(doc['chainId'])],
        ['Holds', textsIn(base64.decode(String(doc['bodyBytes'])))],
      ],
    }
  const messages = (Array.isArray(doc['msgs']) ? doc['msgs'] : []) as {
    type: string
    value: { data?: string }
  }[]
  const data = messages[0]?.type === 'sign/MsgSignData' ? messages[0].value.data : undefined
  if (data !== undefined)
    return {
      kind: 'message',
      title: 'Sign this message',
      lines: [['Message', readable(base64.decode(data))]],
    }
  return {
    kind: 'transaction',
    title: 'Sign this transaction',
    lines: [
      ['Chain', String(doc['chain_id'])],
      ...messages.map(({ type, value }) => [type, JSON.stringify(value)] as const),
    ],
  }
}

export function cosmosKey(
  { chainId }: NonNullable<ChainsWorld['cosmos']>,
  secret: Uint8Array,
): KeyHolder {
  const publicKey = secp256k1.getPublicKey(secret, true)
  const address = bech32.encode(PREFIX, bech32.toWords(ripemd160(sha256(publicKey))))
  const seal = (bytes: Uint8Array) => ({
    pub_key: { type: 'tendermint/PubKeySecp256k1', value: base64.encode(publicKey) },
    signature: base64.encode(secp256k1.sign(bytes, secret)),
  })
  return {
    chain: `cosmos:${chainId}`,
    name: 'Cosmos stand-in',
    accounts: [{ address, publicKey }],
    methods: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'],
    events: ['accountsChanged', 'chainChanged'],
    reads: ['cosmos_getAccounts'],
    describe: wordsOf,
    async perform({ method, params }: Asked) {
      if (method === 'cosmos_getAccounts')
        return [{ algo: 'secp256k1', address, pubkey: base64.encode(publicKey) }]
      const { signDoc } = objectOf(params)
      if (textIn(params, 'signerAddress') !== address)
        throw refuse(4100, 'This wallet has no key for that address.')
      if (method === 'cosmos_signDirect')
        return { signed: signDoc, signature: seal(directBytes(objectOf(signDoc))) }
      if (method === 'cosmos_signAmino')
        return { signed: signDoc, signature: seal(aminoBytes(signDoc)) }
      throw unsupported(method)
    },
  }
}
