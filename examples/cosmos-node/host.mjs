// A Keplr-like wallet made of one key, and a host that sends a transfer with it. Prints the result as
// one line of JSON.
import { createKernel } from '@latchkey/kernel'
import { cosmos } from '@latchkey/cosmos'
import { cosmoshub, osmosis } from '@latchkey/cosmos/networks'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32 } from '@scure/base'
import process from 'node:process'

const [url, chainId, secret = 'a host in Node'] = process.argv.slice(2)
const privateKey = sha256(new TextEncoder().encode(secret))
const publicKey = secp256k1.getPublicKey(privateKey)
const address = bech32.encode('cosmos', bech32.toWords(ripemd160(sha256(publicKey))))
const recipient = 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'

/** Encodes one protobuf field: its number, then bytes or a whole number. */
const varint = (value) =>
  value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...varint(value >> 7n)]
const field = (number, value) =>
  typeof value === 'bigint'
    ? [...varint(BigInt(number << 3)), ...varint(value)]
    : [...varint(BigInt((number << 3) | 2)), ...varint(BigInt(value.length)), ...value]
const signBytes = ({ bodyBytes, authInfoBytes, chainId: chain, accountNumber }) =>
  Uint8Array.from([
    ...field(1, bodyBytes),
    ...field(2, authInfoBytes),
    ...field(3, new TextEncoder().encode(chain)),
    ...(accountNumber ? field(4, accountNumber) : []),
  ])

const keplr = {
  enable: async () => undefined,
  getKey: async () => ({
    name: 'Node',
    algo: 'secp256k1',
    pubKey: publicKey,
    bech32Address: address,
    isNanoLedger: false,
  }),
  signDirect: async (_chain, _signer, signed) => ({
    signed,
    signature: {
      pub_key: {
        type: 'tendermint/PubKeySecp256k1',
        value: Buffer.from(publicKey).toString('base64'),
      },
      signature: Buffer.from(secp256k1.sign(signBytes(signed), privateKey)).toString('base64'),
    },
  }),
}
globalThis.window = Object.assign(new EventTarget(), {
  keplr,
  location: new URL('https://host.example/'),
  navigator: { onLine: true, userAgent: '' },
})
globalThis.document = Object.assign(new EventTarget(), { visibilityState: 'visible' })

const here = { ...cosmoshub, chainId, name: 'Here', rpcUrls: [url], restUrl: url }
const kernel = createKernel({
  metadata: { name: 'Node' },
  storage: null,
  plugins: [cosmos({ networks: [here, osmosis] })],
})
await kernel.ready
await kernel.ports.late.load()
await kernel.connect('cosmos.keplr')
const adapter = await kernel.ports.adapter('cosmos')
const account = kernel.ports.accounts.active('cosmos')
const network = kernel.ports.activeNetwork.current('cosmos')
const onOsmosis = adapter.addressOn(
  { ...account, networks: undefined },
  kernel.ports.networks.find('cosmos:osmosis-1').value,
)
const { id } = await adapter.send.submit({ account, network, to: recipient, value: 3_000_000n })
let outcome
for await (const status of adapter.send.watch({ id, kind: 'transaction' }, { network }))
  outcome = status.status
const balance = await adapter.balance({ address: recipient, network })
console.log(JSON.stringify({ address, onOsmosis, outcome, received: String(balance.value) }))
kernel.dispose()
