import { blake2b } from '@noble/hashes/blake2.js'
import { ApiPromise, WsProvider } from '@polkadot/api'
import { base58, hex } from '@scure/base'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
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

/**
 * Substrate's development key //Alice, which everybody knows; it has funds on every development
 * chain.
 */
const ALICE = 'e5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a'
/** The prefix of a MultiSignature that says sr25519. */
const SR25519 = 1

/** SS58 of the generic prefix 42. */
function ss58(publicKey: Uint8Array): string {
  const body = Uint8Array.from([42, ...publicKey])
  return base58.encode(
    Uint8Array.from([
      ...body,
      ...blake2b(Uint8Array.from([...new TextEncoder().encode('SS58PRE'), ...body]), {
        dkLen: 64,
      }).subarray(0, 2),
    ]),
  )
}
const unhex = (text: string): Uint8Array => hex.decode(text.replace(/^0x/, '').toLowerCase())
const isHex = (text: string): boolean => /^0x([0-9a-f]{2})*$/i.test(text)
/** Wraps a message as polkadot.js does, so that its signature can never be one of a transaction. */
const wrapped = (message: string): Uint8Array => {
  const [before, after] = ['<Bytes>', '</Bytes>'].map((text) => new TextEncoder().encode(text)) as [
    Uint8Array,
    Uint8Array,
  ]
  return Uint8Array.from([
    ...before,
    ...(isHex(message) ? unhex(message) : new TextEncoder().encode(message)),
    ...after,
  ])
}

const payloadOf = (params: unknown) => objectOf(objectOf(params)['transactionPayload'])

function describe({ method, params }: Asked): Words {
  if (method === 'polkadot_signMessage') {
    const message = textIn(params, 'message')
    return {
      kind: 'message',
      title: 'Sign this message',
      lines: [['Message', isHex(message) ? readable(unhex(message)) : message]],
    }
  }
  const { method: call, nonce, tip } = payloadOf(params)
  return {
    kind: 'transaction',
    title: 'Sign this transaction',
    lines: [
      ['Call', String(call)],
      ['Number', String(Number(nonce))],
      ['Tip', String(Number(tip))],
    ],
  }
}

export function polkadotKey({
  name,
  genesisHash,
  rpcUrls,
}: NonNullable<ChainsWorld['polkadot']>): KeyHolder {
  const secret = secretFromSeed(hex.decode(ALICE))
  const publicKey = getPublicKey(secret)
  const address = ss58(publicKey)
  let opened: Promise<ApiPromise> | undefined
  const open = (): Promise<ApiPromise> =>
    (opened ??= ApiPromise.create({
      provider: new WsProvider([...rpcUrls]) as never,
      noInitWarn: true,
      initWasm: false,
    }))
  const seal = (bytes: Uint8Array): string =>
    `0x${hex.encode(Uint8Array.from([SR25519, ...sign(secret, bytes)]))}`
  const signPayload = async (params: unknown): Promise<string> => {
    const payload = payloadOf(params)
    if (payload['genesisHash'] !== genesisHash)
      throw refuse(4901, 'The transaction is for a chain that this wallet does not know.')
    const api = await open()
    const encoded = api.registry
      .createType('ExtrinsicPayload', payload as never, { version: Number(payload['version']) })
      .toU8a({ method: true })
    return seal(encoded.length > 256 ? blake2b(encoded, { dkLen: 32 }) : encoded)
  }
  return {
    chain: `polkadot:${genesisHash.slice(2, 34)}`,
    name,
    accounts: [{ address, publicKey }],
    methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
    events: ['accountsChanged', 'chainChanged'],
    reads: [],
    describe,
    async perform({ method, params }: Asked) {
      if (method === 'polkadot_signMessage')
        return { id: 1, signature: seal(wrapped(textIn(params, 'message'))) }
      if (method === 'polkadot_signTransaction')
        return { id: 1, signature: await signPayload(params) }
      throw unsupported(method)
    },
  }
}
