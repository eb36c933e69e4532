import { base64, hex } from '@scure/base'
import { NETWORK, p2tr, p2wpkh, selectUTXO, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { concatBytes, pubECDSA, pubSchnorr, sha256 } from '@scure/btc-signer/utils.js'
import {
  objectOf,
  refuse,
  textIn,
  unsupported,
  type Asked,
  type BitcoinNetwork,
  type ChainsWorld,
  type KeyHolder,
  type Words,
} from './types.js'

/** CAIP-2 ids have the first 32 digits of the hash of a network's first block. */
const NETWORKS: Readonly<Record<BitcoinNetwork, { chain: string; params: typeof NETWORK }>> = {
  mainnet: { chain: 'bip122:000000000019d6689c085ae165831e93', params: NETWORK },
  testnet: { chain: 'bip122:000000000933ea01ad0ee984209779ba', params: TEST_NETWORK },
  signet: { chain: 'bip122:00000008819873e925422c1ff0f99f7c', params: TEST_NETWORK },
  regtest: {
    chain: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    params: { ...TEST_NETWORK, bech32: 'bcrt' },
  },
}
const FEE_RATE = 2n
const SATOSHI = 1e8

const tagged = (tag: string, message: Uint8Array): Uint8Array => {
  const prefix = sha256(new TextEncoder().encode(tag))
  return sha256(concatBytes(prefix, prefix, message))
}
const bytesOf = (...parts: readonly (number | ArrayLike<number>)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : Array.from(part))))

interface Coin {
  txid: string
  vout: number
  value: number
}

/** One key's two addresses: payment (P2WPKH) and ordinals (P2TR). */
function addresses(secret: Uint8Array, params: typeof NETWORK) {
  const inner = pubSchnorr(secret)
  const [payment, ordinals] = [p2wpkh(pubECDSA(secret), params), p2tr(inner, undefined, params)]
  const find = (address: string): typeof payment | typeof ordinals => {
    const found = [payment, ordinals].find((one) => one.address === address)
    if (!found) throw refuse(4100, `This wallet has no key for ${address}.`)
    return found
  }
  return { secret, inner, payment, ordinals, find, params }
}
type Own = ReturnType<typeof addresses>

/** BIP-322, simple. */
function signMessage(
  { secret, inner, ordinals, find }: Own,
  address: string,
  message: string,
): Uint8Array {
  const { script } = find(address)
  const zero = [0, 0, 0, 0]
  const toSpend = bytesOf(
    zero,
    1,
    new Uint8Array(32),
    [255, 255, 255, 255],
    [34, 0, 32],
    tagged('BIP0322-signed-message', new TextEncoder().encode(message)),
    zero,
    1,
    new Uint8Array(8),
    script.length,
    script,
    zero,
  )
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  toSign.addInput({
    txid: sha256(sha256(toSpend)).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(address === ordinals.address && { tapInternalKey: inner }),
  })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  toSign.sign(secret)
  toSign.finalize()
  const witness = toSign.getInput(0).finalScriptWitness ?? []
  return bytesOf(witness.length, ...witness.flatMap((item) => [item.length, item]))
}

async function broadcast(url: string, transaction: Transaction): Promise<string> {
  const response = await fetch(`${url}/tx`, { method: 'POST', body: transaction.hex })
  const text = await response.text()
  if (!response.ok) throw refuse(-32000, `The node refused the transaction: ${text}`)
  return text
}

async function signPsbt(url: string, { secret }: Own, params: unknown): Promise<unknown> {
  const transaction = Transaction.fromPSBT(base64.decode(textIn(params, 'psbt')))
  transaction.sign(secret)
  const psbt = base64.encode(transaction.toPSBT())
  if (objectOf(params)['broadcast'] !== true) return { psbt }
  transaction.finalize()
  return { psbt, txid: await broadcast(url, transaction) }
}

async function sendTransfer(
  url: string,
  { secret, payment, params: network }: Own,
  params: unknown,
): Promise<unknown> {
  const coins = (await (await fetch(`${url}/address/${payment.address}/utxo`)).json()) as Coin[]
  const inputs = coins.map(({ txid, vout, value }) => ({
    txid,
    index: vout,
    witnessUtxo: { script: payment.script, amount: BigInt(value) },
  }))
  const outputs = [
    {
      address: textIn(params, 'recipientAddress'),
      amount: BigInt(String(objectOf(params)['amount'])),
    },
  ]
  const chosen = inputs.length
    ? selectUTXO(inputs, outputs, 'default', {
        changeAddress: payment.address!,
        feePerByte: FEE_RATE,
        bip69: true,
        createTx: true,
        network,
      })
    : undefined
  if (!chosen?.tx)
    throw refuse(-32000, 'The coins of this wallet do not cover the amount and the fee.')
  chosen.tx.sign(secret)
  chosen.tx.finalize()
  return { txid: await broadcast(url, chosen.tx) }
}

function wordsOf({ params: network }: Own, { method, params }: Asked): Words {
  if (method === 'signMessage')
    return {
      kind: 'message',
      title: 'Sign this message',
      lines: [['Message', textIn(params, 'message')]],
    }
  if (method === 'sendTransfer')
    return {
      kind: 'transaction',
      title: 'Send bitcoin',
      lines: [
        ['Amount', `${Number(objectOf(params)['amount']) / SATOSHI} BTC`],
        ['To', textIn(params, 'recipientAddress')],
      ],
    }
  const transaction = Transaction.fromPSBT(base64.decode(textIn(params, 'psbt')))
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => {
    const amount = Number(transaction.getOutput(index).amount) / SATOSHI
    const receiver = transaction.getOutputAddress(index, network) ?? 'a script'
    return ['Output', `${amount} BTC to ${receiver}`] as const
  })
  return { kind: 'transaction', title: 'Sign this transaction', lines: outputs }
}

export function bitcoinKey(
  { url, network = 'regtest' }: NonNullable<ChainsWorld['bitcoin']>,
  secret: Uint8Array,
): KeyHolder {
  const { chain, params } = NETWORKS[network]
  const own = addresses(secret, params)
  const accounts = [
    { address: own.payment.address!, publicKey: pubECDSA(secret) },
    { address: own.ordinals.address!, publicKey: own.inner },
  ]
  return {
    chain,
    name: 'Bitcoin',
    accounts,
    methods: ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
    events: ['bip122_addressesChanged'],
    reads: ['getAccountAddresses'],
    describe: (asked) => wordsOf(own, asked),
    async perform({ method, params: asked }: Asked) {
      switch (method) {
        case 'getAccountAddresses':
          return accounts.map(({ address, publicKey }, index) => ({
            address,
            publicKey: hex.encode(publicKey),
            intention: index ? 'ordinal' : 'payment',
          }))
        case 'signMessage': {
          const address =
            objectOf(asked)['address'] ?? objectOf(asked)['account'] ?? own.payment.address
          return {
            address,
            signature: hex.encode(signMessage(own, String(address), textIn(asked, 'message'))),
          }
        }
        case 'signPsbt':
          return signPsbt(url, own, asked)
        case 'sendTransfer':
          return sendTransfer(url, own, asked)
        default:
          throw unsupported(method)
      }
    },
  }
}
