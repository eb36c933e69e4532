import { base64, hex } from '@scure/base'
import { p2tr, p2wpkh, selectUTXO, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { concatBytes, pubECDSA, pubSchnorr, sha256 } from '@scure/btc-signer/utils.js'
import { objectOf, refuse, textIn, unsupported, type Asked, type ChainsWorld, type KeyHolder, type Words } from './types.js'

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' }
const CHAIN = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const FEE_RATE = 2n
const SATOSHI = 1e8

const tagged = (tag: string, message: Uint8Array): Uint8Array => {
  const prefix = sha256(new TextEncoder().encode(tag))
  return sha256(concatBytes(prefix, prefix, message))
}
const bytesOf = (...parts: readonly (number | ArrayLike<number>)[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : Array.from(part))))

interface Coin {
  txid: string
  vout: number
  value: number
}

/** One key with its two addresses: payment (P2WPKH) and ordinals (P2TR). Messages by BIP-322, simple. */
export function bitcoinKey({ url }: NonNullable<ChainsWorld['bitcoin']>, secret: Uint8Array): KeyHolder {
  const inner = pubSchnorr(secret)
  const payment = p2wpkh(pubECDSA(secret), REGTEST)
  const ordinals = p2tr(inner, undefined, REGTEST)
  const own = (address: string): typeof payment | typeof ordinals => {
    const found = [payment, ordinals].find((one) => one.address === address)
    if (!found) throw refuse(4100, `This wallet has no key for ${address}.`)
    return found
  }
  const signMessage = (address: string, message: string): Uint8Array => {
    const { script } = own(address)
    const zero = [0, 0, 0, 0]
    const toSpend = bytesOf(zero, 1, new Uint8Array(32), [255, 255, 255, 255], [34, 0, 32], tagged('BIP0322-signed-message', new TextEncoder().encode(message)), zero, 1, new Uint8Array(8), script.length, script, zero)
    const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
    toSign.addInput({ txid: sha256(sha256(toSpend)).reverse(), index: 0, sequence: 0, witnessUtxo: { script, amount: 0n }, ...(address === ordinals.address && { tapInternalKey: inner }) })
    toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
    toSign.sign(secret)
    toSign.finalize()
    const witness = toSign.getInput(0).finalScriptWitness ?? []
    return bytesOf(witness.length, ...witness.flatMap((item) => [item.length, item]))
  }
  const broadcast = async (transaction: Transaction): Promise<string> => {
    const response = await fetch(`${url}/tx`, { method: 'POST', body: transaction.hex })
    const text = await response.text()
    if (!response.ok) throw refuse(-32000, `The node refused the transaction: ${text}`)
    return text
  }
  const signPsbt = async (params: unknown): Promise<unknown> => {
    const transaction = Transaction.fromPSBT(base64.decode(textIn(params, 'psbt')))
    transaction.sign(secret)
    const psbt = base64.encode(transaction.toPSBT())
    if (objectOf(params)['broadcast'] !== true) return { psbt }
    transaction.finalize()
    return { psbt, txid: await broadcast(transaction) }
  }
  const sendTransfer = async (params: unknown): Promise<unknown> => {
    const coins = (await (await fetch(`${url}/address/${payment.address}/utxo`)).json()) as Coin[]
    const inputs = coins.map(({ txid, vout, value }) => ({ txid, index: vout, witnessUtxo: { script: payment.script, amount: BigInt(value) } }))
    const outputs = [{ address: textIn(params, 'recipientAddress'), amount: BigInt(String(objectOf(params)['amount'])) }]
    const chosen = inputs.length ? selectUTXO(inputs, outputs, 'default', { changeAddress: payment.address!, feePerByte: FEE_RATE, bip69: true, createTx: true, network: REGTEST }) : undefined
    if (!chosen?.tx) throw refuse(-32000, 'The coins of this wallet do not cover the amount and the fee.')
    chosen.tx.sign(secret)
    chosen.tx.finalize()
    return { txid: await broadcast(chosen.tx) }
  }
  return {
    chain: CHAIN,
    name: 'Bitcoin',
    accounts: [{ address: payment.address!, publicKey: pubECDSA(secret) }, { address: ordinals.address!, publicKey: inner }],
    methods: ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
    events: ['bip122_addressesChanged'],
    reads: ['getAccountAddresses'],
    describe({ method, params }): Words {
      if (method === 'signMessage') return { kind: 'message', title: 'Sign this message', lines: [['Message', textIn(params, 'message')]] }
      if (method === 'sendTransfer') return { kind: 'transaction', title: 'Send bitcoin', lines: [['Amount', `${Number(objectOf(params)['amount']) / SATOSHI} BTC`], ['To', textIn(params, 'recipientAddress')]] }
      const transaction = Transaction.fromPSBT(base64.decode(textIn(params, 'psbt')))
      const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => ['Output', `${Number(transaction.getOutput(index).amount) / SATOSHI} BTC to ${transaction.getOutputAddress(index, REGTEST) ?? 'a script'}`] as const)
      return { kind: 'transaction', title: 'Sign this transaction', lines: outputs }
    },
    async perform({ method, params }: Asked) {
      switch (method) {
        case 'getAccountAddresses': return [{ address: payment.address, publicKey: hex.encode(pubECDSA(secret)), intention: 'payment' }, { address: ordinals.address, publicKey: hex.encode(inner), intention: 'ordinal' }]
        case 'signMessage': {
          const address = objectOf(params)['address'] ?? objectOf(params)['account'] ?? payment.address
          return { address, signature: hex.encode(signMessage(String(address), textIn(params, 'message'))) }
        }
        case 'signPsbt': return signPsbt(params)
        case 'sendTransfer': return sendTransfer(params)
        default: throw unsupported(method)
      }
    },
  }
}
