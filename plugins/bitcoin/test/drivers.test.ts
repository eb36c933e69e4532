import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mainnet, signet, testnet } from '../src/index.js'
import { becomePage, createSite } from './support.js'

const PAY = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const TEST = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const OLD = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const TXID = 'ab'.repeat(32)
const PSBT = 'cHNidP8BAA=='
const PSBT_HEX = '70736274ff0100'

let kernel: ReturnType<typeof createSite> | undefined
const calls: unknown[][] = []
/** A method that records its calls. */
const method =
  (name: string, answer: unknown) =>
  async (...params: unknown[]) => (calls.push([name, ...params]), answer)
beforeEach(() => {
  becomePage()
  calls.length = 0
})
afterEach(() => {
  kernel?.dispose()
  vi.unstubAllGlobals()
})
const connect = async (id: string) => {
  kernel = createSite([mainnet, testnet, signet])
  await kernel.ports.late.load()
  await kernel.connect(id)
  calls.length = 0
  return kernel
}
const single = (address: string, chain = 'BITCOIN_MAINNET') => ({
  requestAccounts: async () => [address],
  getAccounts: async () => [address],
  getPublicKey: async () => '02'.repeat(33),
  getChain: async () => ({ enum: chain }),
  signMessage: method('signMessage', 'AQID'),
  signPsbt: method('signPsbt', PSBT_HEX),
  pushPsbt: method('pushPsbt', TXID),
  sendBitcoin: method('sendBitcoin', TXID),
})

it.each([
  ['bitcoin.unisat', 'unisat'],
  ['bitcoin.okx', 'okxwallet'],
])('%s is asked by its own methods', async (id, name) => {
  Object.assign(window, { [name]: name === 'unisat' ? single(PAY) : { bitcoin: single(PAY) } })
  const {
    plugins: { bitcoin },
  } = await connect(id)
  expect(await bitcoin.signMessage({ message: 'hi' })).toEqual({ address: PAY, signature: 'AQID' })
  expect(
    await bitcoin.signPsbt({
      psbt: PSBT,
      signInputs: [{ address: PAY, index: 1, sighashTypes: [1] }],
    }),
  ).toEqual({ psbt: PSBT })
  expect(await bitcoin.signPsbt({ psbt: PSBT, broadcast: true })).toEqual({
    psbt: PSBT,
    txid: TXID,
  })
  expect(await bitcoin.sendTransfer({ recipientAddress: OLD, amount: 5n })).toEqual({ txid: TXID })
  expect(calls).toEqual([
    ['signMessage', 'hi', 'bip322-simple'],
    [
      'signPsbt',
      PSBT_HEX,
      { autoFinalized: false, toSignInputs: [{ address: PAY, index: 1, sighashTypes: [1] }] },
    ],
    ['signPsbt', PSBT_HEX, { autoFinalized: true }],
    ['pushPsbt', PSBT_HEX],
    ['sendBitcoin', OLD, 5],
  ])
})

it('A message for an older address is signed by ECDSA, unless the request says otherwise', async () => {
  Object.assign(window, { unisat: single(OLD) })
  const {
    plugins: { bitcoin },
  } = await connect('bitcoin.unisat')
  await bitcoin.signMessage({ message: 'hi' })
  await bitcoin.signMessage({ message: 'hi', protocol: 'bip322' })
  expect(calls.map(([, , protocol]) => protocol)).toEqual(['ecdsa', 'bip322-simple'])
})

it("A switch of UniSat's network brings its account along", async () => {
  let chain = 'BITCOIN_MAINNET'
  const address = () => (chain === 'BITCOIN_MAINNET' ? PAY : TEST)
  Object.assign(window, {
    unisat: {
      ...single(PAY),
      requestAccounts: async () => [address()],
      getAccounts: async () => [address()],
      getChain: async () => ({ enum: chain }),
      switchChain: async (name: string) => void (chain = name),
    },
  })
  const { ports } = await connect('bitcoin.unisat')
  expect(ports.activeNetwork.current('bip122')?.id).toBe(mainnet.id)
  await ports.activeNetwork.switch(signet.id)
  expect(chain).toBe('BITCOIN_SIGNET')
  expect(ports.activeNetwork.current('bip122')?.id).toBe(signet.id)
  expect(ports.accounts.active('bip122')?.address).toBe(TEST)
})

it('Leather is asked by its own methods', async () => {
  const addresses = [
    { symbol: 'BTC', type: 'p2wpkh', address: PAY, derivationPath: "m/84'/0'/0'/0/0" },
  ]
  const answers: Record<string, unknown> = {
    getAddresses: { addresses },
    signMessage: { signature: 'AQID' },
    signPsbt: { hex: PSBT_HEX },
    sendTransfer: { txid: TXID },
  }
  Object.assign(window, {
    LeatherProvider: {
      request: async (name: string, params: unknown) => (
        calls.push([name, params]),
        { jsonrpc: '2.0', id: '1', result: answers[name] }
      ),
    },
  })
  const {
    plugins: { bitcoin },
  } = await connect('bitcoin.leather')
  expect(await bitcoin.signMessage({ message: 'hi' })).toEqual({ address: PAY, signature: 'AQID' })
  expect(await bitcoin.signPsbt({ psbt: PSBT, signInputs: [{ address: PAY, index: 2 }] })).toEqual({
    psbt: PSBT,
  })
  expect(await bitcoin.sendTransfer({ recipientAddress: OLD, amount: 5 })).toEqual({ txid: TXID })
  expect(calls).toEqual([
    ['signMessage', { message: 'hi', paymentType: 'p2wpkh', network: 'mainnet' }],
    ['signPsbt', { hex: PSBT_HEX, signAtIndex: [2], broadcast: false, network: 'mainnet' }],
    ['sendTransfer', { recipients: [{ address: OLD, amount: '5' }], network: 'mainnet' }],
  ])
})

it('A connection follows the wallet to another account, and ends when the wallet takes all accounts back', async () => {
  let accounts = [PAY]
  const listeners = new Map<string, () => void>()
  Object.assign(window, {
    unisat: {
      ...single(PAY),
      getAccounts: async () => accounts,
      on: (event: string, listener: () => void) => listeners.set(event, listener),
      removeListener: (event: string) => listeners.delete(event),
    },
  })
  const { ports } = await connect('bitcoin.unisat')
  accounts = [OLD]
  listeners.get('accountsChanged')!()
  await vi.waitFor(() => expect(ports.accounts.active('bip122')?.address).toBe(OLD))
  accounts = []
  listeners.get('accountsChanged')!()
  await vi.waitFor(() =>
    expect(ports.connections.get().namespaces['bip122']?.status).toBe('disconnected'),
  )
  expect(listeners.size).toBe(0)
})

it('A wallet on another chain that spells its addresses as Bitcoin does exposes no account', async () => {
  let chain = 'FRACTAL_BITCOIN_MAINNET'
  const listeners = new Map<string, () => void>()
  Object.assign(window, {
    unisat: {
      ...single(PAY),
      getChain: async () => ({ enum: chain }),
      on: (event: string, listener: () => void) => void listeners.set(event, listener),
      removeListener: () => undefined,
    },
  })
  await expect(connect('bitcoin.unisat')).rejects.toMatchObject({ code: 'wallet.bad_answer' })
  kernel?.dispose()
  chain = 'BITCOIN_MAINNET'
  const site = await connect('bitcoin.unisat')
  chain = 'FRACTAL_BITCOIN_MAINNET'
  listeners.get('chainChanged')?.()
  await expect
    .poll(() => site.ports.connections.get().namespaces['bip122']?.status)
    .toBe('disconnected')
  expect(calls).toEqual([])
})
