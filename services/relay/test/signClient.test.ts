import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryMailbox, startRelay } from '../src/index.js'
import { client, closeAll, pair } from './clients.js'

describe('sign-client 2.21.8 through the relay', () => {
  const running: { close(): Promise<void> }[] = []
  afterEach(async () => {
    await closeAll()
    await Promise.all(running.splice(0).map((one) => one.close()))
  })

  it('Two sign-clients can pair, ask and answer, and disconnect through the relay', async () => {
    const seen: string[] = []
    const relay = await startRelay({ onRequest: ({ method }) => seen.push(method) })
    running.push(relay)
    const [dapp, wallet] = await Promise.all([client(relay.url), client(relay.url)])
    const session = await pair(dapp, wallet)
    wallet.on('session_request', ({ id, topic }) => {
      void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } })
    })
    const answer = await dapp.request({
      topic: session.topic,
      chainId: 'eip155:1',
      request: { method: 'personal_sign', params: ['0x00', '0x00'] },
    })
    expect(answer).toBe('0xsigned')
    const deleted = new Promise((done) => wallet.on('session_delete', done))
    await dapp.disconnect({ topic: session.topic, reason: { code: 6000, message: 'bye' } })
    await deleted
    expect(wallet.session.getAll()).toEqual([])
    expect(new Set(seen)).toEqual(
      new Set([
        'wc_proposeSession',
        'wc_approveSession',
        'irn_publish',
        'irn_subscribe',
        'irn_unsubscribe',
      ]),
    )
  })

  it('A wallet that scans the code later finds the proposal and can reject it', async () => {
    const relay = await startRelay()
    running.push(relay)
    const dapp = await client(relay.url)
    const { uri, approval } = await dapp.connect({ optionalNamespaces: {} })
    const rejected = expect(approval()).rejects.toMatchObject({ code: 5000 })
    await dapp.core.relayer.transportClose() // The proposal is on its way or has arrived.
    await dapp.core.relayer.transportOpen()
    const wallet = await client(relay.url)
    wallet.once(
      'session_proposal',
      ({ id }) => void wallet.reject({ id, reason: { code: 5000, message: 'no' } }),
    )
    await wallet.pair({ uri: uri ?? '' })
    await rejected
  })

  it('A session survives a restart of the relay where the mailbox is kept', async () => {
    const mailbox = createMemoryMailbox()
    const first = await startRelay({ mailbox })
    const [dapp, wallet] = [await client(first.url), await client(first.url)]
    wallet.on(
      'session_request',
      ({ id, topic }) =>
        void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: 'signed' } }),
    )
    const { topic } = await pair(dapp, wallet)
    await first.kill()
    const methods: string[] = []
    running.push(
      await startRelay({
        mailbox,
        port: first.port,
        onRequest: ({ method }) => methods.push(method),
      }),
    )
    expect(
      await dapp.request({
        topic,
        chainId: 'eip155:1',
        request: { method: 'personal_sign', params: ['0x', '0x'] },
      }),
    ).toBe('signed')
    expect(methods).toContain('irn_batchSubscribe')
  })
})
