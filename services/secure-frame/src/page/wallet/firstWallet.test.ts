import { expect, it } from 'vitest'
import type { WalletRecord } from '../../contract/user.js'
import { FrameError } from '../link/errors.js'
import type { Session } from '../session/session.js'
import type { Home, WalletAt } from './homes.js'
import { createWalletOfUser } from './wallet.js'

interface Service {
  wallet: WalletRecord | null
  home?: string | undefined
  service?: string
}

/** A browser with a storage that takes shares or does not. */
const createStorage = (isBlocked = false) => {
  const kept = new Map<string, string>()
  const home: Home = {
    name: 'storage',
    read: async ({ id, split }) => kept.get(`${id} ${split}`),
    async keep({ id, split }, share) {
      if (isBlocked) throw new Error('Blocked.')
      kept.set(`${id} ${split}`, share)
    },
  }
  return { kept, home }
}

/** A page of a person in mode `user`, whose service may lose its answers. */
function openPage(
  service: Service,
  storage: Home,
  { isLost = false, keepsCookie = true }: { isLost?: boolean; keepsCookie?: boolean } = {},
) {
  const read = () => ({ id: 'u', wallet: service.wallet })
  let user = read()
  const serviceHome: Home = {
    name: 'service',
    read: async (_: WalletAt) => service.home,
    keep: async (_, share) => void (service.home = share),
  }
  const session = {
    user: () => user,
    isFresh: () => true,
    reload: async () => (user = read()),
    async ask({ path }: { path: string }, { body }: { body?: Record<string, unknown> } = {}) {
      if (path === '/v1/wallet/share')
        return { wallet: service.wallet!.id, split: 1, share: service.service }
      if (path !== '/v1/wallet') throw new Error(path)
      if (service.wallet) throw Object.assign(new FrameError('No.'), { refusal: 'conflict' })
      const { id, evm, solana } = body as unknown as WalletRecord
      service.wallet = { id, split: 1, evm, solana, recovery: [] }
      service.service = body!['service'] as string
      if (keepsCookie) service.home = body!['home'] as string | undefined
      if (isLost) throw new FrameError('The answer is lost.', { reason: 'unreachable' })
      return service.wallet
    },
  } as unknown as Session
  const list = {
    list: [storage, serviceHome],
    useWindow: () => undefined,
    isBlocked: async () => false,
  }
  return createWalletOfUser({ session, homes: list, mode: 'user' })
}
const CLOSED = { details: { reason: 'wallet_closed' } }

it.each([
  ['in the storage of the browser', false],
  ['in the service, where the browser has a cookie alone', true],
])(
  'A first wallet whose answer is lost opens the next time: its share is %s',
  async (_, isBlocked) => {
    const service: Service = { wallet: null }
    const { home, kept } = createStorage(isBlocked)
    await expect(openPage(service, home, { isLost: true }).prepare()).rejects.toThrow('lost')
    expect([kept.size, service.home !== undefined]).toEqual(isBlocked ? [0, true] : [1, false])
    const next = openPage(service, home)
    await next.prepare()
    expect(await next.unlock()).toBe(true)
  },
)

it('The same page goes on with the wallet whose answer was lost', async () => {
  const service: Service = { wallet: null }
  const page = openPage(service, createStorage().home, { isLost: true })
  await expect(page.prepare()).rejects.toThrow('lost')
  await page.prepare()
  expect(page.record().id).toBe(service.wallet!.id)
  expect(await page.unlock()).toBe(true)
})

it('An address is not shown that neither this browser nor a recovery can open', async () => {
  const service: Service = { wallet: null }
  await openPage(service, createStorage().home).prepare()
  const other = openPage(service, createStorage().home)
  await expect(other.prepare()).rejects.toMatchObject(CLOSED)
})

it('Where neither storage nor cookie stays, the page itself has the share as long as it lives', async () => {
  const service: Service = { wallet: null }
  const blocked = createStorage(true).home
  const page = openPage(service, blocked, { keepsCookie: false })
  await page.prepare()
  expect(await page.unlock()).toBe(true)
  await page.prepare()
  await expect(openPage(service, blocked).prepare()).rejects.toMatchObject(CLOSED)
})
