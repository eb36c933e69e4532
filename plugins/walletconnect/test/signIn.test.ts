// Tests of signing in together with connecting.
import { definePlugin, type SignInRequest } from '@latchkey/plugin-api'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openStage, sixth, type Site, type Stage, type Wallet } from './support.js'

const signer = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
)

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
afterEach(() => void vi.restoreAllMocks())

type Answer = Parameters<SignInRequest['fulfil']>[0]
/** A site that wants a signature with every connect. */
const wanting = (answers: Answer[]) =>
  definePlugin({
    id: 'asks',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    setup(ctx) {
      ctx.flow.connect.before((attempt) => {
        attempt.signIn = {
          message: {
            domain: 'site.test',
            uri: 'https://site.test',
            nonce: 'abcdefgh',
            statement: 'Hello',
          },
          fulfil: (answer) => void answers.push(answer),
        }
      })
    },
  })
/** A wallet that signs in: with its key, or as a contract. */
const signing = async (
  wallet: Wallet,
  type: 'eip191' | 'eip1271' = 'eip191',
): Promise<string[]> => {
  const asked: string[] = []
  wallet.client.on(
    'session_authenticate',
    ({ id, params: { authPayload } }) =>
      void (async () => {
        asked.push(authPayload.nonce)
        const payload = populateAuthPayload({
          authPayload,
          chains: ['eip155:1', 'eip155:137'],
          methods: ['personal_sign', 'eth_sendTransaction'],
        })
        const iss = `did:pkh:eip155:1:${signer.address}`
        const signature = await signer.signMessage({
          message: wallet.client.formatAuthMessage({ request: payload as never, iss }),
        })
        const auth = buildAuthObject(payload, { t: type, s: signature }, iss)
        await wallet.client.approveSessionAuthenticate({ id, auths: [auth] })
      })().catch(() => undefined),
  )
  return asked
}
const open = async (
  answers: Answer[],
  plugins: Parameters<Stage['site']>[0] = {},
): Promise<{ site: Site; wallet: Wallet }> => {
  const [site, wallet] = await Promise.all([
    stage.site({ ...plugins, plugins: [...(plugins.plugins ?? []), wanting(answers)] }),
    stage.wallet(),
  ])
  return { site, wallet }
}

it('A sign-in opens a session by authenticate, and hands over what was signed [WSIDE-02]', async () => {
  const answers: Answer[] = []
  const { site, wallet } = await open(answers)
  expect(await signing(wallet)).toEqual([])
  await site.connect(wallet)
  expect(site.kernel.ports.connections.get().namespaces['eip155']).toMatchObject({
    status: 'connected',
    address: signer.address,
  })
  expect(answers).toHaveLength(1)
  const [{ message, signature, account, network, cacao }] = answers as [Answer]
  expect(message).toMatch(/^site\.test wants you to sign in with your Ethereum account:/)
  expect(message).toContain('Nonce: abcdefgh')
  expect(
    await verifyMessage({
      address: signer.address,
      message,
      signature: signature as `0x${string}`,
    }),
  ).toBe(true)
  expect({ address: account.address, network }).toEqual({
    address: signer.address,
    network: 'eip155:1',
  })
  expect(cacao).toMatchObject({ p: { nonce: 'abcdefgh' } })
})

it('A sign-in publishes the authenticate request on the topic of the pairing [WSIDE-14]', async () => {
  const { site } = await open([])
  const before = stage.asked.length
  const connecting = site.kernel.connect('walletConnect').catch(() => undefined)
  const uri = await site.uri()
  const tags = stage.asked
    .slice(before)
    .filter(
      ({ method, params }) => method === 'irn_publish' && params['topic'] === uri.slice(3, 67),
    )
    .map(({ params }) => params['tag'])
  expect(tags).toContain(1116)
  site.kernel.dispose()
  await connecting
})

it('A sign-in asks no foreign node about the signature of a contract', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no'))
  const { site, wallet } = await open([])
  await signing(wallet, 'eip1271')
  // The wallet's own client checks the signature at a node before it sends it: this node agrees.
  fetching.mockResolvedValueOnce(Response.json({ result: '0x1626ba7e' }))
  await expect(site.connect(wallet)).rejects.toMatchObject({
    code: 'wallet.connect_failed',
    details: expect.stringContaining('Smart accounts sign in after they have connected.'),
  })
  expect(fetching).toHaveBeenCalledTimes(1)
  expect(site.kernel.ports.connections.get().connections).toEqual([])
})

it('A session over more than one namespace connects without signing in', async () => {
  const answers: Answer[] = []
  const { site, wallet } = await open(answers, { plugins: [sixth()] })
  const asked = await signing(wallet)
  await site.connect(wallet)
  expect([asked, answers]).toEqual([[], []])
  expect(site.kernel.ports.connections.get().namespaces['eip155']?.status).toBe('connected')
})

it('A wallet that cannot sign in connects by the fallback', async () => {
  const answers: Answer[] = []
  const { site, wallet } = await open(answers)
  await site.connect(wallet)
  expect(site.kernel.ports.connections.get().namespaces['eip155']?.status).toBe('connected')
  expect(answers).toEqual([])
})

it('A new code is made where the two requests of one code would share an id', async () => {
  const answers: Answer[] = []
  const { site, wallet } = await open(answers)
  // The client makes an id from the time in ms and three random digits. Both stand still until the
  // first code is published, so that the two requests get the same id.
  const isOut = (): boolean =>
    stage.asked.some(({ method, params }) => method === 'irn_publish' && params['tag'] === 1116)
  const [dice, clock, moment] = [Math.random.bind(Math), Date.now.bind(Date), Date.now()]
  vi.spyOn(Math, 'random').mockImplementation(() => (isOut() ? dice() : 0))
  vi.spyOn(Date, 'now').mockImplementation(() => (isOut() ? clock() : moment))
  stage.asked.length = 0
  await site.connect(wallet)
  expect(
    stage.asked.filter(({ method, params }) => method === 'irn_publish' && params['tag'] === 1116),
  ).toHaveLength(2)
  expect(site.kernel.ports.connections.get().namespaces['eip155']?.status).toBe('connected')
})
