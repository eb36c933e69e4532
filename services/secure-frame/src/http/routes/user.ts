import { type Route, route } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { requireSettled } from '../../auth/emailUndo.js'
import { createIdentityTokens } from '../../auth/identityToken.js'
import { type Users } from '../../auth/users.js'
import { type FrameContext } from '../../context.js'
import {
  deleteUser,
  getActivity,
  getDevices,
  getUser,
  identityToken,
  removeDevice,
} from '../../contract/index.js'
import * as bodies from '../../contract/bodies.js'
import { type Wallets, conflict, removeDevice as removeOne } from '../../vault/wallets.js'
import { type Guard, spendOne } from '../guard.js'
import { type Notify } from '../notices.js'

const ACTIVITY_ROWS = 50
const jwks = v.object({ keys: v.array(v.looseObject({})) })

interface Parts {
  context: FrameContext
  guard: Guard
  users: Users
  wallets: Wallets
  notify: Notify
}

export function userRoutes({ context, guard, users, wallets, notify }: Parts): Route[] {
  const { store, audit } = context
  return [
    route({
      ...getUser,
      method: 'get',
      summary: 'The person of this session.',
      open: true,
      failures: [401],
      handle: async ({ context: request }) => users.ofSession(await guard.session(request)),
    }),
    route({
      ...deleteUser,
      method: 'delete',
      summary: 'Deletes the account.',
      open: true,
      failures: [401, 403],
      async handle({ context: request }) {
        const session = await guard.freshSession(request)
        await requireSettled(store.db, session.account, context.now())
        // Afterwards nobody knows it.
        const email = await users.emailOf(session.account)
        await users.delete(session.account)
        notify('deleted', email, session, request)
        return { deleted: true as const }
      },
    }),
    ...deviceRoutes({ context, guard, users, wallets, notify }),
    route({
      ...getActivity,
      method: 'get',
      summary: "The person's part of the audit log.",
      open: true,
      failures: [401],
      async handle({ context: request }) {
        const { account } = await guard.session(request)
        const rows = await audit.ofAccount(store.db, account, ACTIVITY_ROWS)
        return { entries: rows.map(({ at, action }) => ({ at, action })) }
      },
    }),
  ]
}

const deviceRoutes = ({ context, guard, users, wallets, notify }: Parts): Route[] => [
  route({
    ...getDevices,
    method: 'get',
    summary: 'The devices of the person.',
    open: true,
    failures: [401],
    async handle({ context: request }) {
      const session = await guard.session(request)
      const rows = await context.store.db
        .selectFrom('device')
        .selectAll()
        .where('account', '=', session.account)
        .orderBy('last_seen', 'desc')
        .execute()
      const devices = rows.map((row) => ({
        id: row.id,
        name: row.name,
        firstSeen: row.first_seen,
        lastSeen: row.last_seen,
        isThisOne: row.id === session.device,
      }))
      return { devices }
    },
  }),
  route({
    ...removeDevice,
    method: 'delete',
    summary: 'Removes a device, where there is no wallet.',
    open: true,
    failures: [401, 403, 404, 409],
    async handle({ params, context: request }) {
      const session = await guard.freshSession(request)
      const { account } = session
      const wallet = await wallets.ofAccount(account)
      if (wallet) throw conflict('A new split of the wallet removes a device.')
      await context.store.transact((db) => removeOne(context, db, account, params.id))
      notify('removed', await users.emailOf(account), session, request)
      return { removed: true as const }
    },
  }),
]

export function identityRoutes(context: FrameContext, guard: Guard, users: Users): Route[] {
  const { store, audit, now, projects, publicUrl, keys, limits } = context
  const tokens = createIdentityTokens(publicUrl, keys.signing, now)
  return [
    route({
      ...identityToken,
      body: bodies.identityToken,
      method: 'post',
      summary: "A token that tells a site's server who signed in.",
      open: true,
      failures: [401],
      async handle({ body, context: request }) {
        const session = await guard.session(request)
        await spendOne(context, {
          key: `tokens ${session.handle_hash}`,
          most: limits.tokens,
          windowMs: 60_000,
        })
        const project = projects.find(session.project)
        const issued = await tokens.issue({
          user: await users.ofSession(session),
          audience: session.project,
          withEmail: project?.email === true,
          nonce: body.nonce,
        })
        await store.transact((db) =>
          audit.add(db, { at: now(), account: session.account, action: 'identity_token.issued' }),
        )
        return issued
      },
    }),
    route({
      method: 'get',
      path: '/.well-known/jwks.json',
      summary: 'The keys that identity tokens are signed by.',
      open: true,
      answer: jwks,
      handle({ context: request }) {
        request.header('Cache-Control', 'public, max-age=300')
        request.header('Access-Control-Allow-Origin', '*')
        return { keys: [...tokens.jwks.keys] as Record<string, unknown>[] }
      },
    }),
  ]
}
