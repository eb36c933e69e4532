import { compileOrigin } from '@latchkey/plugin-api/origins'
import type { Early } from '../contract/early.js'
import { WINDOW_READY } from './approval/ready.js'
import { createHandlers } from './handlers.js'
import { serve } from './link/channel.js'
import { readConfig } from './link/config.js'
import { awaitParent } from './link/handshake.js'
import { createClient } from './session/client.js'
import { createServiceClock } from './session/clock.js'
import { createDatabase } from './session/database.js'
import { createProve, openFrameKey } from './session/proofs.js'
import { createSession } from './session/session.js'
import { languageOf } from './translations/language.js'
import { createHomes } from './wallet/homes.js'
import { createWalletOfUser } from './wallet/wallet.js'

type Self = Window & typeof globalThis & { latchkeyEarly: Early }

async function start(self: Self): Promise<void> {
  const { document: page, location } = self
  const config = readConfig(page, new URL(location.href))
  page.documentElement.lang = languageOf(config.lang)
  page.documentElement.dir = page.documentElement.lang === 'ar' ? 'rtl' : 'ltr'
  if (self.parent === self) {
    // A window that a frame of this origin opened: that frame draws in it.
    ;(self.opener as Window | null)?.postMessage(WINDOW_READY, location.origin)
    return
  }
  const patterns = config.origins.map(compileOrigin)
  const isAllowed = (origin: string): boolean => patterns.some((covers) => covers(origin))
  const database = createDatabase(() => self.indexedDB)
  const [{ origin, port }, key] = await Promise.all([
    awaitParent({ self, early: self.latchkeyEarly, isAllowed }),
    openFrameKey(database),
  ])
  const clock = createServiceClock()
  const client = createClient({ origin: location.origin, prove: await createProve(key), clock })
  const atEnd: (() => void)[] = []
  const session = createSession({
    client,
    clock,
    projectId: config.projectId,
    origin,
    ownOrigin: location.origin,
    lang: config.lang,
    onEnd: () => {
      for (const end of atEnd) end()
      tell({ type: 'session ended' })
    },
  })
  const isOwn = (id: string): boolean => session.user()?.wallet?.id === id
  const homes = createHomes(database, session.ask, isOwn)
  const wallet = createWalletOfUser({ session, homes, mode: config.recovery })
  atEnd.push(wallet.lock)
  self.addEventListener('pagehide', wallet.lock)
  const handlers = createHandlers({
    self,
    config,
    origin,
    session,
    homes,
    wallet,
    database,
    tell: (notice) => tell(notice),
  })
  const tell = serve(port, handlers)
}

// eslint-disable-next-line latchkey/no-top-level-dom -- the entry of the page: no server imports it
void start(window as Self)
