import { toCaip10, type Submission, type SubmissionStatus } from '@latchkey/plugin-api'
import { startPolkadot, type PolkadotNode } from '@latchkey-tools/localnet'
import { adapterChecks, fakeStorage } from '@latchkey/plugin-testkit'
import { verify } from '@scure/sr25519'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { idOf } from '../src/chain/chains.js'
import { polkadot } from '../src/index.js'
import { polkadotHub } from '../src/chain/networks.js'
import { installExtension, type TestExtension } from './extension.js'
import {
  becomePage,
  connect,
  createSite,
  failure,
  freeOf,
  type Connected,
  type Site,
} from './page.js'

const ALICE_GENERIC = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const ALICE_ON_POLKADOT = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const ALICE_HERE = 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'
const ROC = 1_000_000_000_000n

let node: PolkadotNode
let wallet: TestExtension
const kernels: Site[] = []
beforeAll(async () => {
  node = await startPolkadot()
  becomePage()
  wallet = installExtension({ uris: ['//Alice', '//Charlie'] })
})
afterEach(() => kernels.splice(0).forEach((kernel) => kernel.dispose()))
afterAll(async () => {
  vi.unstubAllGlobals()
  await node.close()
})

const site = (...[options]: [Parameters<typeof createSite>[1]?]): Site => {
  const kernel = createSite(node.chain, options)
  kernels.push(kernel)
  return kernel
}
/** A kernel that is connected, and a wallet that can encode for its chain. */
const connected = async (): Promise<Connected> => {
  const made = await connect(site(), wallet.key)
  wallet.know((await made.kernel.plugins.polkadot.getApi()).registry)
  return made
}
const recipient = (name: string) => wallet.pair(`//Recipient ${name}`)
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))
async function outcome(
  { adapter, network }: Connected,
  submission: Submission,
): Promise<SubmissionStatus[]> {
  const all: SubmissionStatus[] = []
  for await (const status of adapter.send!.watch(submission, { network })) all.push(status)
  return all
}

describe('a connection', () => {
  it('A connection holds the extension account in CAIP-10 form, of type eoa [FEAT-08] [CONN-31]', async () => {
    const { kernel, account, network } = await connected()
    expect(wallet.asked).toContain('enable Shop')
    expect(account).toMatchObject({
      address: ALICE_HERE,
      type: 'eoa',
      keyType: 'sr25519',
      label: '//Alice',
    })
    // As CAIP-10 has it: namespace, 1 to 32 characters, 1 to 128 characters.
    expect(toCaip10(network.id, account.address)).toMatch(
      /^polkadot:[0-9a-f]{32}:[-.%a-zA-Z0-9]{1,128}$/,
    )
    expect(kernel.ports.connections.get().namespaces['polkadot']).toMatchObject({
      status: 'connected',
      address: ALICE_HERE,
    })
  })

  it('One key is spelled with the prefix of each network', async () => {
    const { kernel, account } = await connected()
    await kernel.switchNetwork(idOf(polkadotHub.genesisHash))
    expect(kernel.ports.accounts.active('polkadot')).toMatchObject({
      key: account.key,
      address: ALICE_ON_POLKADOT,
    })
    await kernel.switchNetwork(idOf(node.chain.genesisHash))
    expect(kernel.ports.accounts.active('polkadot')).toMatchObject({
      key: account.key,
      address: ALICE_HERE,
    })
  })

  it('A connection is restored after a reload without a prompt, and ends when it is disconnected', async () => {
    const storage = fakeStorage()
    const { kernel } = await connect(site({ storage }), wallet.key)
    kernel.dispose()
    expect(wallet.listeners()).toBe(0)
    const before = wallet.asked.length
    const again = site({ storage })
    await expect
      .poll(() => again.ports.accounts.active('polkadot')?.address, { timeout: 5_000 })
      .toBe(ALICE_HERE)
    expect(wallet.asked.slice(before)).toEqual(['enable Shop'])
    await again.disconnect()
    expect([wallet.listeners(), again.ports.accounts.active('polkadot')]).toEqual([0, undefined])
    again.dispose()
    const last = site({ storage })
    await last.ready
    await expect.poll(() => last.ports.connections.get().restoring, { timeout: 5_000 }).toBe(false)
    expect(last.ports.accounts.active('polkadot')).toBeUndefined()
    expect(wallet.asked).toHaveLength(before + 1)
  })

  it('A declined connection is not opened, and may be tried again', async () => {
    const kernel = site()
    await kernel.ready
    await kernel.ports.late.load()
    wallet.rejectNext()
    expect(await failure(kernel.connect(`polkadot.${wallet.key}`))).toMatchObject({
      code: 'wallet.user_rejected',
    })
    expect(kernel.ports.connections.get().namespaces['polkadot']?.status).toBe('disconnected')
    await kernel.connect(`polkadot.${wallet.key}`)
    expect(kernel.ports.accounts.active('polkadot')?.address).toBe(ALICE_HERE)
  })
})

describe('reading', () => {
  it("The balance is that of the node's storage, and the wallet is not asked", async () => {
    const kernel = site()
    await kernel.ready
    const before = wallet.asked.length
    const adapter = await kernel.ports.adapter('polkadot')
    const network = kernel.ports.networks.find(idOf(node.chain.genesisHash))!.value
    const value = await freeOf(node.chain, wallet.pair('//Bob').publicKey)
    expect(value).toBe(1_000n * ROC)
    expect(await adapter.balance!({ address: node.accounts[1]!.address, network })).toEqual({
      value,
      decimals: 12,
      symbol: 'ROC',
    })
    expect(await adapter.balance!({ address: recipient('nobody').address, network })).toMatchObject(
      { value: 0n },
    )
    expect(wallet.asked).toHaveLength(before)
  })

  it('Read methods of the node are answered, and others are refused', async () => {
    const kernel = site()
    await kernel.ready
    const network = idOf(node.chain.genesisHash)
    expect(
      await kernel.ports.connections.request({
        network,
        method: 'chain_getBlockHash',
        params: [0],
      }),
    ).toBe(node.chain.genesisHash)
    expect(
      await failure(kernel.ports.connections.request({ network, method: 'author_rotateKeys' })),
    ).toMatchObject({ code: 'rpc.method_not_allowed' })
    expect(
      await failure(
        kernel.ports.connections.request({
          network,
          method: 'state_call',
          params: ['Nothing_like_it', '0x'],
        }),
      ),
    ).toMatchObject({ code: 'rpc.failed' })
  })

  it('A node of another chain is refused', async () => {
    const genesisHash = `0x${'12'.repeat(32)}` as const
    const kernel = createSite({ ...node.chain, genesisHash })
    kernels.push(kernel)
    expect(await failure(kernel.plugins.polkadot.getApi())).toMatchObject({
      code: 'polkadot.wrong_chain',
      context: { network: idOf(genesisHash), genesisHash: node.chain.genesisHash, url: node.url },
    })
  })

  it('A network without an answering node, or an unknown one, has an error of its own', async () => {
    const kernel = createSite({ ...node.chain, rpcUrls: ['ws://127.0.0.1:9'] })
    kernels.push(kernel)
    expect(await failure(kernel.plugins.polkadot.getApi())).toMatchObject({ code: 'rpc.failed' })
    expect(await failure(kernel.plugins.polkadot.getApi('polkadot:nowhere'))).toMatchObject({
      code: 'kernel.network_unknown',
    })
  })

  it('The polkadot.js API is shared and ends with the kernel', async () => {
    const kernel = site()
    const api = await kernel.plugins.polkadot.getApi()
    expect(await kernel.plugins.polkadot.getApi()).toBe(api)
    expect(String(api.runtimeVersion.specName)).toBe('statemine')
    kernel.dispose()
    await expect.poll(() => api.isConnected, { timeout: 5_000 }).toBe(false)
  })
})

describe('the contract, on an honest node', () => {
  it.each(
    adapterChecks
      .filter(({ group }) => group === 'an honest node')
      .map(({ name, run }) => [name, run] as const),
  )('An adapter over an honest node passes the check: %s', (_, run) =>
    run({
      make: () => polkadot({ networks: [node.chain, polkadotHub] }),
      options: {
        namespace: 'polkadot',
        valid: [ALICE_HERE],
        invalid: [],
        node: (kernel) => (kernel as Site).plugins.polkadot.getApi(),
      },
    }),
  )
})

describe('signing', () => {
  const wrapped = (text: string | Uint8Array): Uint8Array =>
    Buffer.concat([Buffer.from('<Bytes>'), Buffer.from(text as string), Buffer.from('</Bytes>')])

  it('Signatures of text and bytes verify with another library', async () => {
    const { adapter, account, network } = await connected()
    const key = bytes(`0x${account.publicKey}`)
    for (const message of ['Grüezi', '0xc0ffee', Uint8Array.of(0, 255, 7)]) {
      const signature = bytes(await adapter.sign!({ account, network, message }))
      expect(verify(wrapped(message), signature, key)).toBe(true)
      expect(verify(wrapped('other'), signature, key)).toBe(false)
    }
  })

  it('A declined signature is wallet.user_rejected', async () => {
    const { adapter, account, network } = await connected()
    wallet.rejectNext()
    expect(await failure(adapter.sign!({ account, network, message: 'x' }))).toMatchObject({
      code: 'wallet.user_rejected',
    })
  })

  it('The signer answers polkadot.js, and never signs raw bytes that could be a transaction', async () => {
    const { kernel, account } = await connected()
    const { signer } = kernel.plugins.polkadot
    const { signature } = await signer.signRaw({
      address: account.address,
      data: '0x1234',
      type: 'bytes',
    })
    expect(
      verify(wrapped(Uint8Array.of(0x12, 0x34)), bytes(signature), bytes(`0x${account.publicKey}`)),
    ).toBe(true)
    expect(
      await failure(signer.signRaw({ address: account.address, data: '0x1234', type: 'payload' })),
    ).toMatchObject({ code: 'wallet.unsupported_method' })
    const api = await kernel.plugins.polkadot.getApi()
    const other = recipient('of polkadot.js')
    await api.tx['balances']!['transferKeepAlive']!(other.address, 5n * ROC).signAndSend(
      account.address,
      { signer, nonce: -1 },
    )
    await expect.poll(() => freeOf(node.chain, other.publicKey), { timeout: 10_000 }).toBe(5n * ROC)
  })
})

describe('sending', () => {
  it('A transfer moves the amount, costs at most the estimated fee, and is followed to its block', async () => {
    const ready = await connected()
    const { adapter, account, network } = ready
    const other = recipient('one')
    const transfer = { account, network, to: other.address, value: 7n * ROC }
    const { fee, reserve } = await adapter.estimate!(transfer)
    const { consts } = await ready.kernel.plugins.polkadot.getApi()
    expect(String(reserve)).toBe(consts['balances']!['existentialDeposit']!.toString())
    const before = await freeOf(node.chain, wallet.pair('//Alice').publicKey)
    const submission = await adapter.send!.submit(transfer)
    expect(submission).toMatchObject({
      kind: 'transaction',
      id: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
    })
    expect(await outcome(ready, submission)).toEqual([
      { status: 'pending' },
      { status: 'success', transaction: submission.id },
    ])
    expect(await freeOf(node.chain, other.publicKey)).toBe(7n * ROC)
    const spent = before - (await freeOf(node.chain, wallet.pair('//Alice').publicKey))
    expect(fee).toBeGreaterThan(0n)
    expect(spent - 7n * ROC).toBe(fee)
    // After a reload nothing but the hash is known.
    expect(await outcome(await connected(), submission)).toEqual([
      { status: 'pending' },
      { status: 'success', transaction: submission.id },
    ])
  })

  it('A transaction that failed in its block is reported as failed', async () => {
    const ready = await connected()
    const { adapter, account, network } = ready
    // More than there is: taken in, its fee paid, and nothing moved.
    const submission = await adapter.send!.submit({
      account,
      network,
      to: recipient('two').address,
      value: 10_000n * ROC,
    })
    expect((await outcome(ready, submission)).at(-1)).toEqual({
      status: 'failed',
      transaction: submission.id,
    })
  })

  it('The node refuses a signature that was tampered with or is of another key', async () => {
    const { adapter, account, network } = await connected()
    const other = recipient('three')
    const transfer = { account, network, to: other.address, value: ROC }
    wallet.tamper(
      (signature) =>
        `${signature.slice(0, 40)}${signature[40] === '0' ? '1' : '0'}${signature.slice(41)}`,
    )
    try {
      expect(await failure(adapter.send!.submit(transfer))).toMatchObject({
        code: 'rpc.failed',
        context: { method: 'author_submitExtrinsic', rpcCode: 1010 },
      })
    } finally {
      wallet.tamper(undefined)
    }
    expect(await freeOf(node.chain, other.publicKey)).toBe(0n)
  })

  it('Nothing is sent when the visitor declines, the recipient is of another chain, or a token is named', async () => {
    const { adapter, account, network } = await connected()
    const transfer = { account, network, to: recipient('four').address, value: ROC }
    wallet.rejectNext()
    expect(await failure(adapter.send!.submit(transfer))).toMatchObject({
      code: 'wallet.user_rejected',
    })
    const before = wallet.asked.length
    expect(
      await failure(adapter.send!.submit({ ...transfer, to: ALICE_ON_POLKADOT })),
    ).toMatchObject({ code: 'adapter.invalid_address' })
    expect(await failure(adapter.send!.submit({ ...transfer, token: '1984' }))).toMatchObject({
      code: 'adapter.ability_missing',
    })
    expect(wallet.asked).toHaveLength(before)
    expect(await freeOf(node.chain, recipient('four').publicKey)).toBe(0n)
  })
})

describe('a request in words', () => {
  it('A description names the call and its values as the runtime does', async () => {
    const { kernel, adapter, account, network } = await connected()
    const api = await kernel.plugins.polkadot.getApi()
    const method = api.tx['balances']!['transferKeepAlive']!(ALICE_GENERIC, 3n * ROC).method.toHex()
    const {
      genesisHash,
      runtimeVersion: { specVersion },
    } = api
    const told = await adapter.describe!({
      network,
      method: 'polkadot_signTransaction',
      account,
      params: {
        address: account.address,
        transactionPayload: {
          method,
          genesisHash: genesisHash.toHex(),
          specVersion: specVersion.toHex(),
        },
      },
    })
    expect(told).toEqual({
      title: 'polkadot.send',
      complete: true,
      rows: [
        { label: 'polkadot.call', value: 'balances.transferKeepAlive' },
        { label: 'polkadot.to', value: ALICE_HERE },
        { label: 'polkadot.amount', value: `3 ${network.nativeCurrency.symbol}` },
      ],
    })
    expect(
      await adapter.describe!({
        network,
        method: 'polkadot_signTransaction',
        params: { transactionPayload: { method: '0xffffff' } },
      }),
    ).toMatchObject({ complete: false, rows: [{ value: '0xffffff', raw: true }] })
  })

  it('A message is shown as it is signed, with a warning where it cannot be read', async () => {
    const { adapter, network } = await connected()
    const about = (message: string) =>
      adapter.describe!({ network, method: 'polkadot_signMessage', params: { message } })
    expect(await about('0x4772c3bc657a69')).toMatchObject({
      complete: true,
      rows: [{ label: 'polkadot.message', value: 'Grüezi' }],
    })
    expect(await about('0xff00')).toMatchObject({
      complete: false,
      rows: [{ value: '0xff00', raw: true, warning: 'polkadot.unreadable' }],
    })
    expect(await about('hidden \u202e text')).toMatchObject({ complete: false })
  })
})
