import { type Route, route } from '@latchkey/service-kit/http'
import { type Users } from '../../auth/users.js'
import { type FrameContext } from '../../context.js'
import {
  createWallet,
  deleteHome,
  exportShare,
  getHome,
  getRecovery,
  getShare,
  newSplit,
  putHome,
} from '../../contract/index.js'
import { hashOf } from '../../secrets.js'
import { contextOf, openForCookie, sealForCookie } from '../../vault/seal.js'
import { type Wallets, missing, requireSplit, requireWallet } from '../../vault/wallets.js'
import { type Guard, readCookie, renewCookie, spendOne } from '../guard.js'
import { type Notify } from '../notices.js'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

interface Parts {
  context: FrameContext
  guard: Guard
  users: Users
  wallets: Wallets
  notify: Notify
}

export const walletRoutes = (parts: Parts): Route[] => [
  ...shareRoutes(parts),
  exportRoute(parts),
  ...recoveryRoutes(parts),
  ...homeRoutes(parts),
]

const shareRoutes = ({ context, guard, users, wallets, notify }: Parts): Route[] => [
  route({
    ...createWallet,
    method: 'post',
    summary: 'Keeps the first shares of a person.',
    open: true,
    failures: [401, 409],
    async handle({ body, context: request }) {
      const { account } = await guard.session(request)
      return wallets.create(account, body)
    },
  }),
  route({
    ...newSplit,
    method: 'post',
    summary: 'Keeps new shares in the place of the old ones.',
    open: true,
    failures: [401, 403, 404, 409],
    async handle({ body, context: request }) {
      const session = await guard.freshSession(request)
      const { signature, ...wanted } = body
      const record = await wallets.newSplit(session.account, wanted, signature)
      const notice = wanted.removes === undefined ? 'split' : 'removed'
      notify(notice, await users.emailOf(session.account), session, request)
      return record
    },
  }),
  route({
    ...getShare,
    method: 'post',
    summary: "Releases the service's share.",
    open: true,
    failures: [401, 404, 503],
    async handle({ context: request }) {
      const session = await guard.session(request)
      await spendOne(context, {
        key: `shares ${session.handle_hash}`,
        most: context.limits.shares,
        windowMs: MINUTE_MS,
      })
      const released = await wallets.share(session.account)
      context.metrics.count('share_releases_total')
      return released
    },
  }),
]

/** The words can be shown with it: the service itself wants a recent sign-in, and notes it. */
const exportRoute = ({ context, guard, users, wallets, notify }: Parts): Route =>
  route({
    ...exportShare,
    method: 'post',
    summary: "Releases the service's share for the words.",
    open: true,
    failures: [401, 403, 404, 503],
    async handle({ context: request }) {
      const session = await guard.freshSession(request)
      const { account } = session
      const { store, audit, now, limits } = context
      await spendOne(context, {
        key: `exports ${account}`,
        most: limits.recoveries,
        windowMs: DAY_MS,
      })
      const released = await wallets.share(account)
      await store.transact((db) => audit.add(db, { at: now(), account, action: 'wallet.exported' }))
      context.metrics.count('share_releases_total')
      notify('exported', await users.emailOf(account), session, request)
      return released
    },
  })

const recoveryRoutes = ({ context, guard, users, wallets, notify }: Parts): Route[] => {
  const { store, audit, now, metrics, limits } = context
  return [
    route({
      ...getRecovery,
      method: 'post',
      summary: 'Releases the recovery shares.',
      open: true,
      failures: [401, 403, 404, 503],
      async handle({ context: request }) {
        const session = await guard.freshSession(request)
        await spendOne(context, {
          key: `recoveries ${session.account}`,
          most: limits.recoveries,
          windowMs: DAY_MS,
        })
        const released = await wallets.recovery(session.account)
        await store.transact((db) =>
          audit.add(db, { at: now(), account: session.account, action: 'recovery.released' }),
        )
        metrics.count('recoveries_total')
        notify('recovered', await users.emailOf(session.account), session, request)
        return { ...released, recovery: [...released.recovery] }
      },
    }),
  ]
}

const homeContext = (account: string, device: string, wallet: string, split: number): string =>
  contextOf('home', account, device, wallet, split)

const homeRoutes = (parts: Parts): Route[] => [
  ...keptHomeRoutes(parts),
  dropHomeRoute(parts.context, parts.guard),
]

const keptHomeRoutes = ({ context: { store }, guard }: Parts): Route[] => [
  route({
    ...putHome,
    method: 'put',
    summary: "Keeps the device's share under the secret of its cookie.",
    open: true,
    failures: [401, 404, 409],
    async handle({ body, context: request }) {
      const { account, device } = await guard.session(request)
      const wallet = await requireSplit(store.db, account, body.split)
      const cookie = renewCookie(request)
      const bound = homeContext(account, device, wallet.id, wallet.split)
      const sealed = sealForCookie(cookie, device, Buffer.from(body.share, 'base64url'), bound)
      const row = { wallet: wallet.id, split: wallet.split, sealed }
      await store.transact(async (db) => {
        await db
          .updateTable('device')
          .set({ cookie_hash: hashOf(cookie) })
          .where('id', '=', device)
          .execute()
        await db
          .insertInto('home')
          .values({ device, ...row })
          .onConflict((on) => on.column('device').doUpdateSet(row))
          .execute()
      })
      return { kept: true as const }
    },
  }),
  route({
    ...getHome,
    method: 'get',
    summary: "The device's share, for the browser that has its cookie.",
    open: true,
    failures: [401, 404],
    async handle({ context: request }) {
      const { account, device } = await guard.session(request)
      const wallet = await requireWallet(store.db, account)
      const cookie = readCookie(request)
      const row = await store.db
        .selectFrom('home')
        .selectAll()
        .where('device', '=', device)
        .where('wallet', '=', wallet.id)
        .where('split', '=', wallet.split)
        .executeTakeFirst()
      if (!row || cookie === undefined) throw missing('This browser has no share here.')
      const bound = homeContext(account, device, wallet.id, wallet.split)
      try {
        const share = openForCookie(cookie, device, row.sealed, bound)
        return { wallet: wallet.id, split: wallet.split, share: share.toString('base64url') }
      } catch {
        throw missing('This browser has no share here.')
      }
    },
  }),
]

const dropHomeRoute = ({ store }: FrameContext, guard: Guard): Route =>
  route({
    ...deleteHome,
    method: 'delete',
    summary: "Drops the device's share.",
    open: true,
    failures: [401],
    async handle({ context: request }) {
      const { device } = await guard.session(request)
      await store.transact((db) => db.deleteFrom('home').where('device', '=', device).execute())
      return { dropped: true as const }
    },
  })
