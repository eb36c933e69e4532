import { type Route, isRefusal, route } from '@latchkey/service-kit/http'
import { type Context } from 'hono'
import { requireSettled } from '../../auth/emailUndo.js'
import { agentName } from '../../auth/agent.js'
import { type Session, deviceOf } from '../../auth/sessions.js'
import { type Users } from '../../auth/users.js'
import { type FrameContext } from '../../context.js'
import {
  PROOF_HEADER,
  REASONS,
  createWallet,
  deleteHome,
  exportShare,
  getHome,
  getRecovery,
  getShare,
  newSplit,
  putHome,
} from '../../contract/index.js'
import * as bodies from '../../contract/bodies.js'
import { giveBack } from '../../store/counters.js'
import { keepHome, readHome } from '../../vault/homes.js'
import { type RecoveryAsker } from '../../vault/recovery.js'
import { type Wallets, missing, requireSplit, requireWallet } from '../../vault/wallets.js'
import { type Guard, readCookie, renewCookie, spendOne } from '../guard.js'
import { type Notify, langOf } from '../notices.js'

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
    body: bodies.createWallet,
    method: 'post',
    summary: 'Keeps the first shares of a person.',
    open: true,
    failures: [401, 409],
    async handle({ body, context: request }) {
      const session = await guard.session(request)
      const { home, ...wanted } = body
      if (home === undefined) return wallets.create(session, wanted)
      const hadCookie = readCookie(request) !== undefined
      const cookie = renewCookie(request)
      return wallets.create(session, wanted, { share: home, cookie, hadCookie })
    },
  }),
  route({
    ...newSplit,
    body: bodies.newSplit,
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
      await requireSettled(store.db, account, now())
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

const askerOf = (session: Session, request: Context): RecoveryAsker => ({
  authTime: session.auth_time,
  jkt: session.jkt,
  proof: request.req.header(PROOF_HEADER) ?? '',
  ath: session.id_hash,
  agent: agentName(request.req.header('user-agent')),
  lang: langOf(request),
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
        const { first_seen } = await deviceOf(store.db, session.device)
        await requireSettled(store.db, session.account, now(), first_seen)
        const key = `recoveries ${session.account}`
        await spendOne(context, { key, most: limits.recoveries, windowMs: DAY_MS })
        const { isTold, recovery, ...released } = await wallets
          .recovery(session.account, askerOf(session, request))
          .catch(async (error: unknown) => {
            // Nothing was released: the person may ask again as often.
            if (isRefusal(error) && error.reason === REASONS.keeper)
              await store.transact((db) => giveBack(db, [key]))
            throw error
          })
        await store.transact((db) =>
          audit.add(db, { at: now(), account: session.account, action: 'recovery.released' }),
        )
        metrics.count('recoveries_total')
        // A keeper has mails of its own.
        if (!isTold) notify('recovered', await users.emailOf(session.account), session, request)
        return { ...released, recovery: [...recovery] }
      },
    }),
  ]
}

const homeRoutes = (parts: Parts): Route[] => [
  ...keptHomeRoutes(parts),
  dropHomeRoute(parts.context, parts.guard),
]

const keptHomeRoutes = ({ context: { store }, guard }: Parts): Route[] => [
  route({
    ...putHome,
    body: bodies.putHome,
    method: 'put',
    summary: "Keeps the device's share under the secret of its cookie.",
    open: true,
    failures: [401, 404, 409],
    async handle({ body: { split, share }, context: request }) {
      const { account, device } = await guard.session(request)
      const { id } = await requireSplit(store.db, account, split)
      const cookie = renewCookie(request)
      await store.transact((db) =>
        keepHome(db, { account, device, wallet: id, split }, cookie, share),
      )
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
      const { id: wallet, split } = await requireWallet(store.db, account)
      const at = { account, device, wallet, split }
      const share = await readHome(store.db, at, readCookie(request))
      if (share === undefined) throw missing('This browser has no share here.')
      return { wallet, split, share }
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
