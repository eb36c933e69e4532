import { REASONS } from '../../contract/reasons.js'
import { sessionEndAll } from '../../contract/signIn.js'
import { deleteUser } from '../../contract/user.js'
import { openWindow } from '../approval/place.js'
import { FrameError } from '../link/errors.js'
import type { Parts } from '../parts.js'
import { isRefusal } from '../session/client.js'
import { confirmed } from './confirm.js'
import { showDevices } from './devices.js'
import { done, nameOf, sure, type Flow } from './flow.js'
import { chooseRecovery, openKey } from './recover.js'
import { isRejection } from './screens.js'
import { showSignIns } from './signIns.js'
import { showWords } from './words.js'

/** How the wallet is recovered, and another way in its place. */
async function showRecovery(flow: Flow): Promise<void> {
  const { screens, wallet } = flow
  const { texts } = screens
  const kinds = wallet.record().recovery
  const isOperators = kinds.includes('automatic')
  await screens.ask<void>({
    title: texts['security.recovery'],
    texts: [
      ...(kinds.length
        ? kinds.map((kind) => texts[`recovery.kept.${kind}`])
        : [texts['recovery.none']]),
      texts[isOperators ? 'security.takeOverWhy' : 'security.changeWhy'],
    ],
    actions: [
      {
        label: texts[isOperators ? 'security.takeOver' : 'security.change'],
        kind: 'primary',
        isArmed: true,
        run: () => undefined,
      },
    ],
    leave: texts['security.back'],
  })
  // A device without its share cannot make a new split.
  if (!wallet.needsChoice()) await openKey(flow)
  await chooseRecovery(flow)
  await done(flow, texts['security.recovery'], texts['security.recoveryDone'])
}

/** Where this browser keeps its share, and a window in the place of the service. */
async function showHome(flow: Flow): Promise<void> {
  const { screens, wallet, homes } = flow
  const { self, texts, signal } = screens
  const name = await wallet.home()
  const place = await screens.ask<ReturnType<typeof openWindow>>({
    title: texts['security.home'],
    texts: [texts[`home.${name ?? 'none'}`]],
    actions:
      name === 'service'
        ? [{ label: texts['home.move'], run: () => openWindow(self, signal) }]
        : [],
    leave: texts['security.back'],
  })
  if (!place) throw new FrameError('The window was blocked.', { reason: 'window_blocked' })
  try {
    homes.useWindow(place.self)
    await wallet.moveToWindow()
  } finally {
    place.leave()
  }
  await done(flow, texts['security.home'], texts['home.window'])
}

async function signOutEverywhere(flow: Flow): Promise<void> {
  const { screens, session } = flow
  const { texts } = screens
  await sure(flow, {
    title: texts['security.everywhere'],
    texts: [texts['security.everywhereWhy']],
    label: texts['security.everywhere'],
  })
  await session.ask(sessionEndAll)
  await session.end()
}

async function deleteAccount(flow: Flow): Promise<void> {
  const { screens, session } = flow
  const { texts } = screens
  await confirmed(flow)
  await sure(flow, {
    title: texts['security.delete'],
    texts: [texts['security.deleteWhy'], texts['security.deleteWords']],
    label: texts['security.deleteNow'],
  })
  await session.ask(deleteUser, { method: 'DELETE' })
  await session.end()
}

const PAGES = {
  'security.recovery': showRecovery,
  'security.signIns': showSignIns,
  'security.devices': showDevices,
  'security.grants': async (flow: Flow, parts: Parts): Promise<void> =>
    (await import('./grants/index.js')).showGrants(flow, parts),
  'security.home': showHome,
  'security.words': showWords,
  'security.everywhere': signOutEverywhere,
  'security.delete': deleteAccount,
} as const
type PageName = keyof typeof PAGES

/** Only a smart account lets websites act for it. */
const namesOf = ({ config }: Parts): PageName[] =>
  (Object.keys(PAGES) as PageName[]).filter(
    (name) => name !== 'security.grants' || Object.keys(config.smartAccounts).length > 0,
  )

/**
 * Shows the list of pages, and each that is chosen, until the person leaves the list or the session ends.
 */
export async function showPages(flow: Flow, parts: Parts): Promise<void> {
  const { screens, session } = flow
  const { texts, signal } = screens
  let error: string | undefined
  while (session.user()) {
    const name = await screens.ask<PageName>({
      title: texts['security.title'],
      texts: [nameOf(session.user())],
      error,
      actions: namesOf(parts).map((key) => ({
        label: texts[key],
        run: () => key,
      })),
      leave: texts['security.close'],
    })
    error = undefined
    try {
      await PAGES[name](flow, parts)
    } catch (failure) {
      if (isRefusal(failure, REASONS.session)) return
      if (signal.aborted) throw failure
      // A person who leaves a page comes back to the list.
      if (!isRejection(failure)) error = screens.sentence(failure)
    }
  }
}
