// A wallet extension: it stands in the page before the host's code runs, and really signs.
import { bip122Keys } from '@latchkey/plugin-testkit/wallets'
import { base64, hex } from '@scure/base'
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'

const keys = bip122Keys(
  Uint8Array.from({ length: 32 }, () => 11),
  'regtest',
)
const { payment, ordinals } = keys
const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' }
const FEE = 500

interface Coin {
  txid: string
  vout: number
  value: number
}
/** Builds, signs and sends a payment, with all coins. @returns its id */
async function pay(node: string, to: string, amount: number): Promise<string> {
  const coins = (await (await fetch(`${node}/address/${payment.address}/utxo`)).json()) as Coin[]
  const { script } = p2wpkh(hex.decode(payment.publicKey), REGTEST)
  const transaction = new Transaction()
  for (const { txid, vout, value } of coins)
    transaction.addInput({
      txid,
      index: vout,
      witnessUtxo: { script, amount: BigInt(value) },
    })
  const held = coins.reduce((sum, { value }) => sum + value, 0)
  transaction.addOutputAddress(to, BigInt(amount), REGTEST)
  transaction.addOutputAddress(payment.address, BigInt(held - amount - FEE), REGTEST)
  const signed = Transaction.fromPSBT(keys.signPsbt(transaction.toPSBT()))
  signed.finalize()
  return (await fetch(`${node}/tx`, { method: 'POST', body: signed.hex })).text()
}

/** The owner's answer, and the methods that asked for it. The permission is kept over reloads. */
const state = {
  answer: 'approve' as 'approve' | 'reject',
  asked: [] as string[],
  get isAllowed(): boolean {
    return sessionStorage.getItem('wallet-allowed') !== null
  },
  set isAllowed(yes) {
    if (yes) sessionStorage.setItem('wallet-allowed', 'yes')
    else sessionStorage.removeItem('wallet-allowed')
  },
}
function ask(method: string): void {
  state.asked.push(method)
  if (state.answer === 'reject') throw Object.assign(new Error('User rejected'), { code: -32000 })
}

const account = () => ({
  addresses: [ordinals, payment],
  network: { bitcoin: { name: 'Regtest' } },
})
type Params = Readonly<Record<string, never>>
const methods = (node: string): Readonly<Record<string, (params: Params) => unknown>> => ({
  wallet_connect() {
    ask('wallet_connect')
    state.isAllowed = true
    return account()
  },
  wallet_getAccount() {
    if (!state.isAllowed) throw Object.assign(new Error('Access denied'), { code: -32002 })
    return account()
  },
  wallet_disconnect: () => void (state.isAllowed = false),
  signMessage({ address, message }) {
    ask('signMessage')
    return { address, signature: base64.encode(keys.signMessage(address!, message!)) }
  },
  signPsbt({ psbt }) {
    ask('signPsbt')
    return { psbt: base64.encode(keys.signPsbt(base64.decode(psbt!))) }
  },
  async sendTransfer({ recipients }) {
    ask('sendTransfer')
    const [{ address, amount }] = recipients as unknown as [{ address: string; amount: number }]
    return { txid: await pay(node, address, amount) }
  },
})

function installWbip(node: string): void {
  const answers = methods(node)
  const request = async (method: string, params: Params): Promise<object> => {
    const head = { jsonrpc: '2.0', id: '1' }
    if (!answers[method]) return { ...head, error: { code: -32601, message: 'Not found' } }
    try {
      return { ...head, result: await answers[method](params) }
    } catch (error) {
      const { code = -32603, message } = error as { code?: number; message: string }
      return { ...head, error: { code, message } }
    }
  }
  Object.assign(window, {
    btc_providers: [{ id: 'SigningProviders.Wallet', name: 'Signing Wallet' }],
    SigningProviders: { Wallet: { request } },
  })
}

/** A wallet of the Wallet Standard, which signs and does not send. */
function installStandard(): void {
  const accounts = [
    {
      address: payment.address,
      publicKey: hex.decode(payment.publicKey),
      purpose: 'payment',
      chains: ['bitcoin:regtest'],
      features: [],
    },
  ]
  const feature = (members: object): object => ({ version: '1.0.0', ...members })
  const wallet = {
    version: '1.0.0',
    name: 'Signing Wallet',
    icon: 'data:image/svg+xml,x',
    chains: ['bitcoin:regtest'],
    get accounts() {
      return state.isAllowed ? accounts : []
    },
    features: {
      'bitcoin:connect': feature({
        async connect() {
          ask('connect')
          state.isAllowed = true
          return { accounts }
        },
      }),
      'bitcoin:signMessage': feature({
        async signMessage({ message }: { message: Uint8Array }) {
          ask('signMessage')
          const text = new TextDecoder().decode(message)
          return [{ signedMessage: message, signature: keys.signMessage(payment.address, text) }]
        },
      }),
      'bitcoin:signTransaction': feature({
        async signTransaction({ psbt }: { psbt: Uint8Array }) {
          ask('signPsbt')
          return [{ signedPsbt: keys.signPsbt(psbt) }]
        },
      }),
      'bitcoin:disconnect': feature({ disconnect: async () => void (state.isAllowed = false) }),
    },
  }
  const register = (page: { register(wallet: object): unknown }): unknown => page.register(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) =>
    register((event as CustomEvent<{ register(wallet: object): unknown }>).detail),
  )
}

export function installWallet(kind: 'wbip' | 'standard', node: string): void {
  Object.assign(window, { wallet: state })
  if (kind === 'standard') installStandard()
  else installWbip(node)
}
