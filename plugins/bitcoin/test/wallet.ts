import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { bip122Keys } from '@latchkey/plugin-testkit/wallets'
import { buildTransfer } from '../src/sdk/transfer.js'
import { esplora } from '../src/chain/source.js'
import type { Network } from '@latchkey/plugin-api'

/**
 * One key with its two addresses. It signs messages by BIP-322 (simple) and transactions, without
 * asking anybody.
 */
export function createKeys(secret: Uint8Array, on: 'mainnet' | 'regtest' = 'regtest') {
  const { payment, ordinals, signMessage, signPsbt } = bip122Keys(secret, on)
  return {
    accounts: [ordinals, payment] as const,
    payment: payment.address,
    ordinals: ordinals.address,
    signMessage,
    signPsbt,
  }
}
export type Keys = ReturnType<typeof createKeys>

/**
 * A wallet for tests, by WBIP or by the Wallet Standard. It really signs. `next` makes it answer
 * differently once.
 */
export function createWallet(keys: Keys, network: Network) {
  const state = {
    allowed: false,
    next: undefined as 'reject' | undefined,
    prompts: [] as string[],
    psbt: (signed: Uint8Array): Uint8Array => signed,
  }
  const ask = (method: string): void => {
    state.prompts.push(method)
    const { next } = state
    state.next = undefined
    if (next === 'reject') throw Object.assign(new Error('User rejected'), { code: 4001 })
  }
  const account = () => keys.accounts[1]
  const wbip: Record<string, (params: Record<string, never>) => unknown> = {
    wallet_connect() {
      ask('wallet_connect')
      state.allowed = true
      return { addresses: keys.accounts, network: { bitcoin: { name: 'Regtest' } } }
    },
    wallet_getAccount() {
      if (!state.allowed) throw Object.assign(new Error('Access denied'), { code: -32002 })
      return { addresses: keys.accounts }
    },
    wallet_disconnect: () => void (state.allowed = false),
    signMessage({ address, message }) {
      ask('signMessage')
      return { address, signature: base64.encode(keys.signMessage(address!, message!)) }
    },
    signPsbt({ psbt }) {
      ask('signPsbt')
      return { psbt: base64.encode(state.psbt(keys.signPsbt(base64.decode(psbt!)))) }
    },
    async sendTransfer({ recipients }) {
      ask('sendTransfer')
      const [{ address, amount }] = recipients as unknown as [{ address: string; amount: number }]
      const coins = await esplora.utxos(keys.payment, { network })
      const { psbt } = buildTransfer({
        account: { address: keys.payment, type: 'payment' },
        chain: 'regtest',
        to: address,
        amount,
        coins,
        feeRate: 2,
      })
      const signed = Transaction.fromPSBT(keys.signPsbt(psbt))
      signed.finalize()
      return { txid: await esplora.broadcast(signed.hex, { network }) }
    },
  }
  const request = async (method: string, params: never): Promise<unknown> => {
    const answer = { jsonrpc: '2.0', id: '1' }
    if (!wbip[method]) return { ...answer, error: { code: -32601, message: 'unknown' } }
    try {
      return { ...answer, result: await wbip[method](params) }
    } catch (error) {
      const { code = -32603, message } = error as { code?: number; message: string }
      return { ...answer, error: { code, message } }
    }
  }
  const accounts = [
    {
      address: account().address,
      publicKey: hex.decode(account().publicKey),
      purpose: 'payment',
      chains: ['bitcoin:regtest'],
      features: [],
    },
  ]
  const standard = {
    version: '1.0.0',
    name: 'Signing Wallet',
    icon: 'data:image/svg+xml,x',
    chains: ['bitcoin:regtest'],
    get accounts() {
      return state.allowed ? accounts : []
    },
    features: {
      'bitcoin:connect': {
        version: '1.0.0',
        async connect() {
          ask('bitcoin:connect')
          state.allowed = true
          return { accounts }
        },
      },
      'bitcoin:signMessage': {
        version: '1.0.0',
        signMessage: async ({ message }: { message: Uint8Array }) => (
          ask('bitcoin:signMessage'),
          [
            {
              signedMessage: message,
              signature: keys.signMessage(keys.payment, new TextDecoder().decode(message)),
            },
          ]
        ),
      },
      'bitcoin:signTransaction': {
        version: '1.0.0',
        signTransaction: async ({ psbt }: { psbt: Uint8Array }) => (
          ask('bitcoin:signTransaction'),
          [{ signedPsbt: state.psbt(keys.signPsbt(psbt)) }]
        ),
      },
      'bitcoin:disconnect': {
        version: '1.0.0',
        disconnect: async () => void (state.allowed = false),
      },
    },
  }
  return { state, request, standard }
}
