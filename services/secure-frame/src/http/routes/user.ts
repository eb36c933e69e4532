import { type Route, route } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { createIdentityTokens } from '../../auth/identityToken.js'
import { endSessions } from '../../auth/sessions.js'
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
import { missing } from '../../vault/wallets.js'
import { type Guard } from '../guard.js'

const ACTIVITY_ROWS = 50
const jwks = v.object({ keys: v.array(v.looseObject({})) })

export function userRoutes(context: FrameContext, guard: Guard, users: Users): Route[] {
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
        const { account } = await guard.freshSession(request)
        await users.delete(account)
        return { deleted: true as const }
      },
    }),
    ...deviceRoutes(context, guard),
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

const deviceRoutes = ({ store, audit, now }: FrameContext, guard: Guard): Route[] => [
  route({
    ...getDevices,
    method: 'get',
    summary: 'The devices of the person.',
    open: true,
    failures: [401],
    async handle({ context: request }) {
      const session = await guard.session(request)
      const rows = await store.db
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
    summary: 'Removes a device. A new split is due after it.',
    open: true,
    failures: [401, 403, 404],
    async handle({ params, context: request }) {
      const { account } = await guard.freshSession(request)
      await store.transact(async (db) => {
        const { numDeletedRows } = await db
          .deleteFrom('device')
          .where('id', '=', params.id)
          .where('account', '=', account)
          .executeTakeFirst()
        if (numDeletedRows === 0n) throw missing('There is no such device.')
        await endSessions(db, 'device', params.id)
        await db.deleteFrom('home').where('device', '=', params.id).execute()
        await audit.add(db, { at: now(), account, action: 'device.removed' })
      })
      return { removed: true as const }
    },
  }),
]

export function identityRoutes(context: FrameContext, guard: Guard, users: Users): Route[] {
  const { store, audit, now, projects, publicUrl, keys } = context
  const tokens = createIdentityTokens(publicUrl, keys.signing, now)
  return [
    route({
      ...identityToken,
      method: 'post',
      summary: "A token that tells a site's server who signed in.",
      open: true,
      failures: [401],
      async handle({ body, context: request }) {
        const session = await guard.session(request)
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
