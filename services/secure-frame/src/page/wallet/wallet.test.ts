import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64urlnopad } from '@scure/base'
import { expect, it } from 'vitest'
import { splitStatement, type SplitWanted } from '../../contract/splitStatement.js'
import type { WalletRecord } from '../../contract/user.js'
import { addressesOf, deriveKeys, wordsOf } from '../../keys/derive.js'
import { splitSecret, type Shares } from '../../keys/shares.js'
import { FrameError } from '../link/errors.js'
import type { Session } from '../session/session.js'
import type { Home, WalletAt } from './homes.js'
import { createWalletOfUser, type Wallet } from './wallet.js'

const secretOf = (byte: number) => new Uint8Array(32).fill(byte)
const FRESH = '/v1/wallet/export /v1/wallet/split /v1/wallet/recovery'

/** A home in memory. */
function createHome(name: Home['name'], kept?: string) {
  const home = {
    name,
    kept,
    read: async () => home.kept,
    keep: async (_: WalletAt, share: string) => void (home.kept = share),
  }
  return home
}

interface Setting {
  /** The share that each home has. */
  device?: readonly (string | undefined)[]
  service?: string
  record?: Partial<WalletRecord>
  recovery?: WalletRecord['recovery']
  isFresh?: boolean
  /** The keeper of recovery shares does not answer. */
  isKeeperAway?: boolean
}

/** The wallet of a secret whose service and homes answer what the test says. */
async function createBench(shares: Shares, setting: Setting = {}) {
  const { device = [shares.device], service = shares.service, isFresh = false } = setting
  const addresses = addressesOf(await deriveKeys(secretOf(1)))
  const { recovery = ['automatic'] } = setting
  const record = { id: 'w', split: 1, recovery, ...addresses, ...setting.record }
  const user = { id: 'u', email: 'a@b.co', projectId: '', signedInAt: 0, wallet: record }
  const homes = device.map((kept, at) => createHome(at ? 'service' : 'storage', kept))
  const asked: { path: string; body?: unknown }[] = []
  const answers: Record<string, (body: unknown) => object> = {
    '/v1/wallet/share': () => ({ wallet: 'w', split: record.split, share: service }),
    '/v1/wallet/export': () => ({ wallet: 'w', split: record.split, share: service }),
    '/v1/wallet/recovery': () => ({
      wallet: 'w',
      split: record.split,
      recovery: [{ kind: 'automatic', share: shares.recovery }],
    }),
    '/v1/wallet/split': () => ({ ...record, split: (record.split += 1) }),
  }
  const session = {
    user: () => user,
    isFresh: () => isFresh,
    reload: async () => user,
    ask: async ({ path }: { path: string }, { body }: { body?: unknown } = {}) => {
      asked.push({ path, body })
      if (FRESH.includes(path) && !isFresh)
        throw Object.assign(new FrameError('No.'), { refusal: 'fresh' })
      if (path === '/v1/wallet/recovery' && setting.isKeeperAway)
        throw Object.assign(new FrameError('No.', { reason: 'keeper' }), { refusal: 'keeper' })
      return answers[path]!(body)
    },
  } as unknown as Session
  const list = { list: homes, useWindow: () => undefined, isBlocked: async () => false }
  const wallet = createWalletOfUser({ session, homes: list, mode: 'automatic' })
  return { user, wallet, homes, asked, paths: () => asked.map(({ path }) => path) }
}
const flipBit = (share: string, bit: number): string => {
  const bytes = Uint8Array.from(base64urlnopad.decode(share))
  bytes[bit >> 3]! ^= 1 << (bit & 7)
  return base64urlnopad.encode(bytes)
}
const account = (wallet: Wallet): string => wallet.use((keys) => addressesOf(keys)).evm

it('The shares of device and service open the wallet on record', async () => {
  const { wallet } = await createBench(await splitSecret(secretOf(1)))
  expect(await wallet.unlock()).toBe(true)
  expect(account(wallet)).toBe(wallet.record().evm)
})

it('A damaged share of one home is passed over, and the one of the next home signs', async () => {
  const shares = await splitSecret(secretOf(1))
  for (const bit of [0, 100, 263]) {
    const { wallet } = await createBench(shares, {
      device: [flipBit(shares.device, bit), shares.device],
    })
    expect(await wallet.unlock()).toBe(true)
    expect(account(wallet)).toBe(wallet.record().evm)
  }
})

it.each(['device', 'service'] as const)(
  'A share of the %s that is damaged, of another person or of an old split never signs',
  async (kind) => {
    const [mine, old, theirs] = await Promise.all([1, 1, 2].map((of) => splitSecret(secretOf(of))))
    for (const wrong of [flipBit(mine![kind], 7), old![kind], theirs![kind], 'short', '']) {
      const setting = kind === 'device' ? { device: [wrong] } : { service: wrong }
      const { wallet } = await createBench(mine!, { ...setting, isFresh: true, recovery: ['kit'] })
      expect(await wallet.unlock()).toBe(false)
      expect(() => account(wallet)).toThrow()
      await expect(wallet.words()).rejects.toMatchObject({ details: { reason: 'wallet_closed' } })
    }
  },
)

it('Shares that give other addresses than those on record never sign', async () => {
  const shares = await splitSecret(secretOf(1))
  const other = addressesOf(await deriveKeys(secretOf(2)))
  for (const record of [{ evm: other.evm }, { solana: other.solana }, other]) {
    const { wallet } = await createBench(shares, { record })
    expect(await wallet.unlock()).toBe(false)
    expect(() => account(wallet)).toThrow()
  }
})

it('The operator’s share answers on a device without one, after a fresh sign-in alone', async () => {
  const shares = await splitSecret(secretOf(1))
  const old = await createBench(shares, { device: [undefined] })
  expect(await old.wallet.unlock()).toBe(false)
  expect(old.paths()).not.toContain('/v1/wallet/recovery')
  const fresh = await createBench(shares, { device: [undefined], isFresh: true })
  expect(await fresh.wallet.unlock()).toBe(true)
  expect(fresh.homes[0]!.kept).toBe(shares.recovery)
  expect(account(fresh.wallet)).toBe(fresh.wallet.record().evm)
})

it('The words come by the route that wants a fresh sign-in, and by no other', async () => {
  const shares = await splitSecret(secretOf(1))
  const old = await createBench(shares)
  await old.wallet.unlock()
  await expect(old.wallet.words()).rejects.toMatchObject({ refusal: 'fresh' })
  const { wallet, paths } = await createBench(shares, { isFresh: true })
  expect((await wallet.words()).join(' ')).toBe(wordsOf(secretOf(1)))
  expect(paths()).toEqual(['/v1/wallet/export'])
})

it('A new split names the device that goes with it, and its shares replace those of before', async () => {
  const shares = await splitSecret(secretOf(1))
  const { wallet, homes, asked } = await createBench(shares, { isFresh: true })
  const sealed: string[] = []
  await wallet.split(async (_, share) => {
    sealed.push(share)
    return { kind: 'automatic', share }
  }, 'phone')
  const body = asked.find(({ path }) => path === '/v1/wallet/split')!.body
  expect(body).toEqual({
    from: 1,
    service: expect.any(String),
    recovery: [{ kind: 'automatic', share: sealed[0] }],
    removes: 'phone',
    signature: expect.any(String),
  })
  const { signature, ...wanted } = body as SplitWanted & { signature: string }
  const { id, solana } = wallet.record()
  const [signed, key] = [base64urlnopad.decode(signature), base58.decode(solana)]
  expect(ed25519.verify(signed, splitStatement(id, wanted), key)).toBe(true)
  expect(homes[0]!.kept).not.toBe(shares.device)
  const { service } = body as { service: string }
  const before = await createBench(shares, { service })
  expect(await before.wallet.unlock()).toBe(false)
  const after = await createBench(shares, { service, device: [homes[0]!.kept] })
  expect(await after.wallet.unlock()).toBe(true)
})

it('A recovery share that is damaged or of another split opens nothing and is not kept', async () => {
  const [mine, old] = await Promise.all([1, 1].map(() => splitSecret(secretOf(1))))
  for (const wrong of [flipBit(mine!.recovery, 9), old!.recovery]) {
    const { wallet, homes } = await createBench(mine!, { device: [undefined], isFresh: true })
    await expect(wallet.recover(wrong)).rejects.toMatchObject({ failure: 'mismatch' })
    expect(homes[0]!.kept).toBeUndefined()
    expect(() => account(wallet)).toThrow()
  }
})

it('A locked wallet signs nothing until it is opened again', async () => {
  const { wallet } = await createBench(await splitSecret(secretOf(1)))
  await wallet.unlock()
  wallet.lock()
  expect(() => account(wallet)).toThrow()
  expect(await wallet.unlock()).toBe(true)
  expect(account(wallet)).toBe(wallet.record().evm)
})

it('Nothing is split where another person signs in while the recovery is chosen', async () => {
  const bench = await createBench(await splitSecret(secretOf(1)), { isFresh: true })
  const kit = { kind: 'kit', sealed: 'x' } as const
  const splitting = bench.wallet.split(async () => {
    bench.user.wallet = { ...bench.user.wallet, id: 'of another' }
    return kit
  })
  await expect(splitting).rejects.toMatchObject({ details: { code: 4100 } })
  expect(bench.paths()).not.toContain('/v1/wallet/split')
})

it('A key that is locked while its shares are read is not held', async () => {
  const { wallet } = await createBench(await splitSecret(secretOf(1)))
  const opening = wallet.unlock()
  wallet.lock()
  await expect(opening).rejects.toThrow()
  expect(() => account(wallet)).toThrow()
})

it('A new device whose recovery share is with a keeper that is away is asked again, and is not closed', async () => {
  const setting = { device: [undefined], isFresh: true, isKeeperAway: true }
  const { wallet, user } = await createBench(await splitSecret(secretOf(1)), setting)
  expect(await wallet.prepare()).toBe(user)
  expect(await wallet.unlock()).toBe(false)
  await expect(wallet.ways()).rejects.toMatchObject({ details: { reason: 'keeper' } })
  setting.isKeeperAway = false
  expect(await wallet.unlock()).toBe(true)
})
