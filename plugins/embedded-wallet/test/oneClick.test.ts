// @vitest-environment happy-dom
import { evm } from '@latchkey/evm'
import { solana, solanaMainnet } from '@latchkey/solana'
import { definePlugin, type Json, type SignInRequest } from '@latchkey/plugin-api'
import { base58, hex, utf8 } from '@scure/base'
import { mainnet, optimism } from 'viem/chains'
import { describe, expect, it, vi } from 'vitest'
import { EVM_ADDRESS, RIGHT_CODE, SIGNATURE, SOLANA_ADDRESS } from './fakeFrame.js'
import { FrameWindow } from './frameWindow.js'
import { apiOf, EMAIL, openSite, signedInWindow, SOLANA_MAINNET, type Site } from './site.js'

type Answer = Parameters<SignInRequest['fulfil']>[0]

const FIELDS = {
  domain: 'shop.test',
  uri: 'https://shop.test',
  version: '1',
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-01-01T00:00:00.000Z',
  statement: 'Welcome.',
}

/** A site whose plugin wants a sign-in message with each connect. */
async function openAsking(
  family: 'evm' | 'solana',
  message: Readonly<Record<string, Json>> = FIELDS,
  content: FrameWindow = signedInWindow(),
): Promise<{ site: Site; answers: Answer[] }> {
  const answers: Answer[] = []
  const asking = definePlugin({
    id: 'asking',
    version: '0.1.0',
    kernelApi: '^0.1',
    setup: (ctx) =>
      void ctx.flow.connect.before((attempt) => {
        attempt.signIn = { message, fulfil: (answer) => void answers.push(answer) }
      }),
  })
  const site = await openSite({
    content,
    families: [
      family === 'evm'
        ? evm({ networks: [mainnet, optimism] })
        : solana({ networks: [solanaMainnet] }),
    ],
    plugins: [asking],
  })
  return { site, answers }
}
const errorOf = (promise: Promise<unknown>): Promise<{ code?: string }> =>
  promise.then(
    () => ({}),
    (error: unknown) => error as { code: string },
  )
const asked = ({ content }: Site) => content.page.of('rpc request')
const isConnected = ({ kernel }: Site): boolean =>
  kernel.ports.connections.get().connections.length > 0

describe('A sign-in that is asked for with the connect', () => {
  it('The message is signed for the account and network in use, in one approval', async () => {
    const { site, answers } = await openAsking('evm')
    await site.kernel.ports.activeNetwork.switch('eip155:10')
    site.content.page.approval = 'wait'
    const connecting = site.kernel.connect('ID_AUTH')
    await vi.waitFor(() => expect(asked(site)).toHaveLength(1))
    expect(site.top()).toBe('ApproveTransaction')
    expect(isConnected(site)).toBe(false)
    site.content.page.decide(true)
    await connecting
    expect(site.top()).toBeUndefined()
    const text = [
      'shop.test wants you to sign in with your Ethereum account:',
      EVM_ADDRESS,
      '',
      'Welcome.',
      '',
      'URI: https://shop.test',
      'Version: 1',
      'Chain ID: 10',
      'Nonce: abcdefgh12345678',
      'Issued At: 2026-01-01T00:00:00.000Z',
    ].join('\n')
    const [{ payload } = { payload: undefined }] = asked(site)
    expect(payload).toEqual({
      method: 'personal_sign',
      params: [`0x${hex.encode(utf8.decode(text))}`, EVM_ADDRESS],
    })
    expect(answers).toMatchObject([
      {
        account: { address: EVM_ADDRESS },
        network: 'eip155:10',
        message: text,
        signature: SIGNATURE,
      },
    ])
    const account = site.kernel.ports.accounts.active('eip155')
    expect(answers[0]?.account.key).toBe(account?.key)
    expect(asked(site)).toHaveLength(1)
  })

  it('On Solana the message is signed by its own method', async () => {
    const { site, answers } = await openAsking('solana')
    await site.kernel.connect('ID_AUTH')
    const { method, params } = asked(site)[0]!.payload
    const { message, pubkey } = params as { message: string; pubkey: string }
    expect([method, pubkey]).toEqual(['solana_signMessage', SOLANA_ADDRESS])
    expect(utf8.encode(base58.decode(message))).toBe(answers[0]?.message)
    expect(answers).toMatchObject([
      { network: SOLANA_MAINNET, signature: expect.stringMatching(/^5J/) as string },
    ])
  })

  it('A visitor who declines has declined the connect, and may try again without another code', async () => {
    const { site, answers } = await openAsking('evm', FIELDS, new FrameWindow())
    const embedded = apiOf(site.kernel)
    await embedded.signIn(EMAIL)
    site.content.page.approval = 'no'
    expect(await errorOf(embedded.submitCode(RIGHT_CODE))).toMatchObject({
      code: 'wallet.user_rejected',
    })
    expect([site.top(), isConnected(site), answers]).toEqual(['embedded.code', false, []])
    expect(embedded.state.get()).toMatchObject({
      step: 'code',
      accepted: true,
      error: { code: 'wallet.user_rejected' },
    })
    site.content.page.approval = 'yes'
    await embedded.submitCode('')
    expect(site.content.page.of('connect otp')).toHaveLength(1)
    expect([site.top(), isConnected(site), answers.length]).toEqual([undefined, true, 1])
  })

  it('A connect of the host hears of it too, and the view offers it again', async () => {
    const { site } = await openAsking('evm', FIELDS, new FrameWindow())
    const embedded = apiOf(site.kernel)
    const failed = errorOf(site.kernel.connect('ID_AUTH'))
    await vi.waitFor(() => expect(site.top()).toBe('EmailLogin'))
    await embedded.signIn(EMAIL)
    site.content.page.approval = 'no'
    await errorOf(embedded.submitCode(RIGHT_CODE))
    expect(await failed).toMatchObject({ code: 'wallet.user_rejected' })
    expect([site.top(), embedded.state.get().step]).toEqual(['embedded.code', 'code'])
    site.content.page.approval = 'yes'
    await embedded.submitCode(RIGHT_CODE)
    expect(isConnected(site)).toBe(true)
  })

  it('Closing the modal declines, and the next sign-in begins anew', async () => {
    const { site } = await openAsking('evm', FIELDS, new FrameWindow())
    const embedded = apiOf(site.kernel)
    await embedded.signIn(EMAIL)
    site.content.page.approval = 'wait'
    const failed = errorOf(embedded.submitCode(RIGHT_CODE))
    await vi.waitFor(() => expect(asked(site)).toHaveLength(1))
    site.kernel.close()
    expect(await failed).toMatchObject({ code: 'kernel.modal_closed' })
    expect([isConnected(site), embedded.state.get().step]).toEqual([false, 'idle'])
    expect(embedded.state.get().error).toBeUndefined()
    await vi.waitFor(() => expect(site.content.page.cancelled).toEqual([asked(site)[0]!.id]))
  })

  it('Of a person who is signed in nothing stays open after a decline', async () => {
    const { site, answers } = await openAsking('evm')
    site.content.page.approval = 'no'
    expect(await errorOf(site.kernel.connect('ID_AUTH'))).toMatchObject({
      code: 'wallet.user_rejected',
    })
    await vi.waitFor(() => expect(site.top()).toBeUndefined())
    expect([isConnected(site), answers]).toEqual([false, []])
  })

  it.each([
    ['A message that the frame refuses', FIELDS, true],
    ['A request that makes no message', { domain: 'shop.test', nonce: 'line\nbreak' }, false],
  ])('%s leaves the connection, and answers nothing', async (_name, message, isAsked) => {
    const { site, answers } = await openAsking('evm', message)
    site.content.page.overrides.set('rpc request', () => ({
      failure: { message: 'The message signs in to another website.', code: -32_602 },
    }))
    await site.kernel.connect('ID_AUTH')
    expect([isConnected(site), answers, asked(site).length]).toEqual([true, [], Number(isAsked)])
    expect(site.top()).toBeUndefined()
  })

  it('A connect without such a request asks the visitor nothing', async () => {
    const site = await openSite({ content: signedInWindow() })
    await site.kernel.connect('ID_AUTH')
    expect([isConnected(site), asked(site)]).toEqual([true, []])
  })
})
