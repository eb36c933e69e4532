import { type HttpApp, type Route, createHttpApp } from '@latchkey/service-kit/http'
import { NO_CORS } from '../http/access.js'
import { healthRoute, metricsRoute } from '../http/routes/operations.js'
import { type KeeperContext } from './context.js'
import { dropShares, keepShares, noteAddress, readState, releaseShare } from './contract.js'
import { createSignedRoutes } from './requests.js'
import { createShares } from './shares.js'
import { createTell } from './tell.js'

const INFO = {
  title: 'Latchkey keeper',
  version: '1',
  description: 'Keeps recovery shares for a secure frame on another machine.',
}

const shareRoutes = (context: KeeperContext): Route[] => {
  const shares = createShares(context, createTell(context))
  const signed = createSignedRoutes(context)
  return [
    signed({
      ...keepShares,
      summary: 'Keeps shares.',
      run: async (body) => ({ kept: await shares.keep(body.shares) }),
    }),
    signed({
      ...releaseShare,
      summary: 'Releases a share, and tells the person.',
      run: async (statement, seconds) => ({ share: await shares.release(statement, seconds) }),
    }),
    signed({
      ...dropShares,
      summary: 'Drops shares of a wallet.',
      run: async (body) => ({ dropped: await shares.drop(body) }),
    }),
    signed({
      ...noteAddress,
      summary: "Notes a person's address.",
      run: async (body) => ({ noted: await shares.noteAddress(body) }),
    }),
    signed({
      ...readState,
      summary: 'Counts the shares.',
      run: async () => ({ shares: await shares.count() }),
    }),
  ]
}

/** The application without its socket. */
export function createKeeperApp(context: KeeperContext): HttpApp {
  const { metrics, mailer } = context
  return createHttpApp({
    routes: [
      ...shareRoutes(context),
      healthRoute(context),
      metricsRoute(metrics, () => ({
        mails_waiting: [mailer.waiting, 'Mails that wait or are under way.'],
      })),
    ],
    access: NO_CORS,
    limits: context.limits,
    clientAddress: context.clientAddress,
    log: context.log,
    onAnswer: (path, status) => metrics.count('requests_total', { path, status: String(status) }),
    info: INFO,
  })
}
