import { type HttpApp, type Route, createHttpApp } from '@latchkey/service-kit/http'
import { createUsers } from '../auth/users.js'
import { type FrameContext } from '../context.js'
import { limitStoreOf } from '../redisKeys.js'
import { createWallets } from '../vault/wallets.js'
import { NO_CORS } from './access.js'
import { createGuard } from './guard.js'
import { createNotify } from './notices.js'
import { analyticsRoutes } from './routes/analytics.js'
import { deviceRoutes } from './routes/device.js'
import { emailChangeRoutes } from './routes/emailChange.js'
import { frameRoutes } from './routes/frame.js'
import { linkingRoutes } from './routes/linking.js'
import { operationRoutes } from './routes/operations.js'
import { sessionRoutes, signInRoutes } from './routes/signIn.js'
import { socialRoutes } from './routes/social.js'
import { identityRoutes, userRoutes } from './routes/user.js'
import { walletRoutes } from './routes/wallet.js'

export interface FrameApp extends HttpApp {
  routes: readonly Route[]
}

const INFO = {
  title: 'Latchkey secure frame',
  version: '1',
  description: "The page of the embedded wallet's frame and its service, in one origin.",
}

/** The application without its socket, so that it is tested by requests alone. */
export function createFrameApp(context: FrameContext): FrameApp {
  const guard = createGuard(context)
  const wallets = createWallets(context)
  const users = createUsers(context, wallets)
  const notify = createNotify(context)
  const asking = [
    ...deviceRoutes(context),
    ...signInRoutes(context, guard, users),
    ...sessionRoutes(context, guard, users),
    ...emailChangeRoutes({ context, guard, users, notify }),
    ...socialRoutes({ context, guard, users, notify }),
    ...linkingRoutes({ context, guard, users, notify }),
    ...userRoutes({ context, guard, users, wallets, notify }),
    ...identityRoutes(context, guard, users),
    ...walletRoutes({ context, guard, users, wallets, notify }),
  ]
  const routes = [
    ...frameRoutes(context),
    ...asking.map((route) => guardStore(route, context.store)),
    ...analyticsRoutes(context),
    ...operationRoutes(context),
  ]
  const app = createHttpApp({
    routes,
    access: NO_CORS,
    limits: context.limits,
    limitStore: limitStoreOf(context.keys.pepper, context.redis),
    clientAddress: context.clientAddress,
    log: context.log,
    onAnswer: (path, status) =>
      context.metrics.count('requests_total', { path, status: String(status) }),
    info: INFO,
  })
  return { ...app, routes }
}

/** Answers 503 while the database is away. */
const guardStore = (route: Route, { guard }: FrameContext['store']): Route => ({
  ...route,
  failures: [...new Set([...(route.failures ?? []), 503 as const])],
  handle: (input) => guard(async () => route.handle(input)),
})
