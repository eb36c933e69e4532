// @vitest-environment happy-dom
// Scripts and extensions that announce themselves as the visitor's wallet (EIP-6963).
import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import type { ConnectionInfo } from '@latchkey/plugin-api'
import { goodAnnouncement } from '@latchkey-tools/wallets/hostile'
import { mainnet } from 'viem/chains'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { evm } from '../src/index.js'

const GENUINE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const EVIL = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const METAMASK = {
  uuid: '350670db-19fa-4704-a166-e52e178b59d2',
  name: 'MetaMask',
  rdns: 'io.metamask',
}

/** A wallet of one account that answers every request for announcements. */
function announcer(info: object, address: string, isOnce = false) {
  const asked: string[] = []
  const provider = {
    request: ({ method }: { method: string }) => (
      asked.push(method),
      Promise.resolve(method === 'eth_chainId' ? '0x1' : [address])
    ),
    on: () => undefined,
  }
  const { dispatch } = goodAnnouncement(info as never, provider as never)
  const say = (): void => void dispatch()
  if (!isOnce) window.addEventListener('eip6963:requestProvider', say)
  onTestFinished(() => window.removeEventListener('eip6963:requestProvider', say))
  return { asked, dispatch: say }
}
async function page(options: Partial<KernelOptions> = {}): Promise<Kernel> {
  const kernel = createKernel({
    metadata: { name: 'Test' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    ...options,
    plugins: [evm({ networks: [mainnet] })],
  })
  onTestFinished(() => kernel.dispose())
  await kernel.ready
  await kernel.ports.late.load()
  await vi.waitFor(() => expect(kernel.ports.connectors.find('injected')).toBeDefined(), {
    timeout: 20_000,
  })
  await Promise.resolve()
  return kernel
}
const rows = async (kernel: Kernel) =>
  (await kernel.ports.late.load()).wallets
    .get()
    .map(({ name, lookalike, connectors }) => ({ name, lookalike, id: connectors[0]!.id }))

describe('an impostor with the uuid, rdns, name and icon of the genuine wallet', () => {
  it.for<[string, boolean]>([
    ['before the genuine wallet', true],
    ['after the genuine wallet', false],
  ])(
    'An impostor announced %s is listed beside it, both are marked, and the rdns leads to neither (audit M3)',
    async ([order, isFirst], { task }) => {
      const [impostor, genuine] = isFirst
        ? [announcer(METAMASK, EVIL), announcer(METAMASK, GENUINE)]
        : ([announcer(METAMASK, GENUINE), announcer(METAMASK, EVIL)].reverse() as [
            ReturnType<typeof announcer>,
            ReturnType<typeof announcer>,
          ])
      const kernel = await page()
      const seen = await rows(kernel)
      expect(seen).toEqual([
        { name: 'MetaMask', lookalike: true, id: 'io.metamask' },
        { name: 'MetaMask', lookalike: true, id: `io.metamask:${METAMASK.uuid}` },
      ])
      await expect(kernel.connect('io.metamask')).rejects.toMatchObject({
        code: 'kernel.connector_ambiguous',
        context: { claimants: ['io.metamask', `io.metamask:${METAMASK.uuid}`] },
      })
      expect([impostor.asked, genuine.asked]).toEqual([[], []])
      // The visitor chooses one of the rows.
      const address = async (id: string): Promise<string | undefined> => {
        const connection: ConnectionInfo = await kernel.connect(id, { chosen: true })
        return connection.scopes['eip155']?.accounts[0]?.address
      }
      expect(await Promise.all([await address(seen[0]!.id), await address(seen[1]!.id)])).toEqual(
        isFirst ? [EVIL, GENUINE] : [GENUINE, EVIL],
      )
      task.meta.attack = {
        attack: `announcement with the genuine wallet's uuid, ${order}`,
        tries: 1,
        wanted: 'a row beside it, both marked; connect by rdns refused',
        seen: `${seen.filter(({ lookalike }) => lookalike).length} rows marked; refused`,
      }
    },
  )
})

it('10,000 announcements of one uuid hide no wallet, and all that are listed are marked (audit M3)', async ({
  task,
}) => {
  const tries = process.env['LATCHKEY_SOAK'] ? 10_000 : 1_000
  announcer({ ...METAMASK, uuid: 'genuine' }, GENUINE)
  const kernel = await page()
  for (let index = 0; index < tries; index++) announcer(METAMASK, EVIL, true).dispatch()
  announcer({ uuid: 'other', name: 'Harmless', rdns: 'com.harmless' }, GENUINE, true).dispatch()
  await Promise.resolve()
  const seen = await rows(kernel)
  const alike = seen.filter(({ name }) => name === 'MetaMask')
  expect(seen.length).toBeLessThanOrEqual(102)
  expect(alike.length).toBeGreaterThan(90)
  expect(alike.every(({ lookalike }) => lookalike)).toBe(true)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  expect(seen.find(({ name }) => name === 'Harmless')).toMatchObject({
    lookalike: false,
    id: 'com.harmless',
  })
  await expect(kernel.connect('io.metamask')).rejects.toMatchObject({
    code: 'kernel.connector_ambiguous',
  })
  task.meta.attack = {
    attack: `${tries.toLocaleString('en')} announcements of one uuid`,
    tries,
    wanted: 'each a marked row, at most 100',
    seen: `${alike.length} rows, ${alike.filter(({ lookalike }) => lookalike).length} marked`,
  }
})

it('The rdns and name of an absent wallet of the directory belong to no other wallet (audit M5)', async () => {
  announcer({ uuid: '1', name: 'MetaMask', rdns: 'app.phantom' }, EVIL)
  announcer({ uuid: '2', name: 'Coinbase Wallet', rdns: 'evil.example' }, EVIL)
  announcer({ uuid: '3', name: 'Rabby Wallet', rdns: 'io.rabby' }, GENUINE)
  const kernel = await page({
    directory: () =>
      Promise.resolve({
        wallets: [
          { id: 'm', name: 'MetaMask', rdns: 'io.metamask' },
          { id: 'p', name: 'Phantom', rdns: 'app.phantom' },
          { id: 'c', name: 'Coinbase Wallet', rdns: 'com.coinbase.wallet' },
          { id: 'r', name: 'Rabby Wallet', rdns: 'io.rabby' },
        ],
        total: 4,
      }),
  })
  // The visitor did not look through the directory: coming near a wallet is enough.
  kernel.open('Connect')
  ;(await kernel.ports.late.load()).warm?.(['eip155'])
  await expect
    .poll(async () => (await rows(kernel)).map(({ name, lookalike }) => [name, lookalike]))
    .toEqual([
      ['MetaMask', true],
      ['Coinbase Wallet', true],
      ['Rabby Wallet', false],
    ])
})

it('A wallet whose name shows nothing is not listed, and a stranger’s icon is not loaded (audit A9)', async () => {
  for (const [at, name] of ['\u3164\u3164', '\u2800', '\u200b', '\u{E0101}'].entries())
    announcer({ uuid: `${at}`, name, rdns: `com.blank${at}` }, EVIL)
  announcer(
    {
      uuid: 'x',
      name: 'Meta\u3164Fox\u2800',
      rdns: 'com.fox',
      icon: 'https://stranger.example/pixel.png?visitor=1',
    },
    GENUINE,
  )
  const kernel = await page()
  expect(await rows(kernel)).toEqual([{ name: 'MetaFox', lookalike: false, id: 'com.fox' }])
  expect((await kernel.ports.late.load()).wallets.get()[0]).not.toHaveProperty('icon')
  expect(await kernel.connect('com.fox')).not.toHaveProperty('icon')
})
