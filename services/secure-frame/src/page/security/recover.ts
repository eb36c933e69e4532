import { openWindow, type Place } from '../approval/place.js'
import { FrameError } from '../link/errors.js'
import type { WalletAt } from '../wallet/homes.js'
import type { SealedRecovery } from '../wallet/recovery.js'
import { confirmed } from './confirm.js'
import { nameOf, type Flow } from './flow.js'
import { field, type Action } from './screens.js'

import { showKit } from './kit.js'

const load = () => import('../wallet/recovery.js')

type Sealing = Promise<SealedRecovery>
type ByPasskey = Awaited<ReturnType<typeof load>>['openByPasskey']

/** Asks for a new password. @returns `undefined` where another way is wanted */
const newPassword = ({ screens }: Flow, error: string | undefined): Promise<string | undefined> =>
  screens.ask<string | undefined>({
    title: screens.texts['recovery.password'],
    texts: [screens.texts['recovery.why']],
    error,
    isArmed: true,
    body: (submit) => [
      field(
        screens,
        {
          label: screens.texts['recovery.newPassword'],
          type: 'password',
          autocomplete: 'new-password',
        },
        submit,
      ),
    ],
    actions: [{ label: screens.texts['security.otherWay'], run: () => undefined }],
  })

async function sealChosen(flow: Flow, at: WalletAt, share: string, before?: string): Sealing {
  const { screens, session } = flow
  const { self, texts } = screens
  const { sealByKit, sealByPasskey, sealByPassword } = await load()
  const chosen = await screens.ask<Sealing | 'password' | 'kit'>({
    title: texts['recovery.choose'],
    texts: [texts['recovery.why']],
    error: before,
    actions: [
      {
        label: texts['recovery.passkey'],
        kind: 'primary',
        isArmed: true,
        run: () => sealByPasskey(nameOf(session.user()), at, share, self.navigator.credentials),
      },
      { label: texts['recovery.password'], isArmed: true, run: () => 'password' },
      { label: texts['recovery.kit'], isArmed: true, run: () => 'kit' },
    ],
  })
  if (chosen === 'kit') {
    const { recovery, kit } = await sealByKit(at, share)
    // Kept before anything depends on it.
    await showKit(flow, kit)
    return recovery
  }
  if (chosen !== 'password') return chosen
  const sealed = await screens.tried(async (error) => {
    const password = await newPassword(flow, error)
    return password === undefined ? undefined : sealByPassword(password, at, share)
  })
  return sealed ?? sealChosen(flow, at, share)
}

/** Has the person choose how the wallet is recovered, and seals the share so. */
export const sealByChoice = (flow: Flow, at: WalletAt, share: string): Sealing =>
  flow.screens.tried((error) => sealChosen(flow, at, share, error))

/**
 * Has the person choose how the wallet is recovered, and makes a new split with it alone: every recovery
 * share of before is deleted, the operator's too.
 */
export const chooseRecovery = (flow: Flow) =>
  flow.screens.tried(async (error) => {
    if (error !== undefined) await tellFailure(flow, error)
    await confirmed(flow)
    await flow.wallet.split((at, share) => sealByChoice(flow, at, share))
  })

const tellFailure = ({ screens }: Flow, error: string): Promise<void> =>
  screens.ask<void>({
    title: screens.texts['recovery.choose'],
    error,
    actions: [{ label: screens.texts['security.retry'], kind: 'primary', run: () => undefined }],
  })

/** Opens a window of this origin, in the click. */
const openOwnWindow = async ({ self, signal }: Flow['screens']): Promise<Place> => {
  const place = await openWindow(self, signal)
  if (place) return place
  throw new FrameError('The window was blocked.', { reason: 'window_blocked' })
}

/** Opens the key by the share that a window of this origin keeps. */
async function openByWindow({ screens, homes, wallet }: Flow, place: Place): Promise<void> {
  try {
    homes.useWindow(place.self)
    if (await wallet.unlock()) return
  } finally {
    place.leave()
    screens.self.focus()
  }
  throw new FrameError('This browser has no share.', { reason: 'not_in_window' })
}

const windowAction = ({ screens }: Flow): Action<Promise<Place>> => ({
  label: screens.texts['recovery.window'],
  run: () => openOwnWindow(screens),
})

/** Asks for the password or the kit, and opens the share by it. */
const openTyped = (flow: Flow, way: SealedRecovery, at: WalletAt) => {
  const { screens } = flow
  const { texts } = screens
  const isKit = way.kind === 'kit'
  let typed = ''
  return screens.tried(async (error) => {
    const value = await screens.ask<string | undefined>({
      title: texts['recovery.open'],
      error,
      isArmed: true,
      body: (submit) => [
        field(
          screens,
          {
            label: texts[isKit ? 'recovery.enterKit' : 'recovery.enterPassword'],
            type: isKit ? 'text' : 'password',
            autocomplete: isKit ? 'off' : 'current-password',
            value: typed,
          },
          submit,
        ),
      ],
      actions: [{ label: texts['security.otherWay'], run: () => undefined }],
    })
    if (value === undefined) return false
    // A kit has 65 letters: nobody types it twice for one of them.
    if (isKit) typed = value
    const { openByKit, openByPassword } = await load()
    const share = await (isKit ? openByKit : openByPassword)(value, way, at)
    await flow.wallet.recover(share)
    return true
  })
}

interface Way {
  ways: readonly SealedRecovery[]
  isBlocked: boolean
}
type Chosen = SealedRecovery | Promise<string> | Promise<Place>

/** The ways of recovery as buttons; a passkey is asked in the click. */
function actionsOf(flow: Flow, { ways, isBlocked }: Way, at: WalletAt, byPasskey: ByPasskey) {
  const { texts, self } = flow.screens
  const drawWay = (way: SealedRecovery): Action<Chosen> => {
    if (way.kind === 'passkey')
      return {
        label: texts['recovery.passkey'],
        kind: 'primary',
        isArmed: true,
        run: () => byPasskey(way, at, self.navigator.credentials),
      }
    const label = texts[way.kind === 'kit' ? 'recovery.enterKit' : 'recovery.enterPassword']
    return { label, isArmed: true, run: () => way }
  }
  const order = ['passkey', 'password', 'kit']
  const sorted = [...ways].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return [...sorted.map(drawWay), ...(isBlocked ? [windowAction(flow)] : [])]
}

async function recoverByChoice(flow: Flow, way: Way, error?: string): Promise<void> {
  const { screens, wallet } = flow
  const { texts } = screens
  const { openByPasskey } = await load()
  const { id, split } = wallet.record()
  const at = { id, split }
  const chosen = await screens.ask<Chosen>({
    title: texts['recovery.open'],
    texts: [texts['recovery.openWhy']],
    error,
    actions: actionsOf(flow, way, at, openByPasskey),
  })
  if (typeof chosen === 'string') await wallet.recover(chosen)
  else if ('self' in chosen) await openByWindow(flow, chosen)
  else if (!(await openTyped(flow, chosen, at))) await recoverByChoice(flow, way)
}

/** Says that the wallet is not here, before a mail is sent for its recovery. */
const askWindow = (flow: Flow, isBlocked: boolean, error: string | undefined) =>
  flow.screens.ask<undefined | Promise<Place>>({
    title: flow.screens.texts['recovery.open'],
    texts: [flow.screens.texts['recovery.openWhy']],
    error,
    actions: [
      { label: flow.screens.texts['recovery.other'], kind: 'primary', run: () => undefined },
      ...(isBlocked ? [windowAction(flow)] : []),
    ],
  })

/** Has the person open the wallet on a device that does not have its share. */
async function askRecovery(flow: Flow): Promise<void> {
  const { screens, homes, session, wallet } = flow
  const isBlocked = await homes.isBlocked()
  await screens.tried(async (error) => {
    if (error !== undefined || (isBlocked && !session.isFresh())) {
      const place = await askWindow(flow, isBlocked, error)
      if (place) return openByWindow(flow, place)
    }
    const ways = await wallet.ways()
    if (!ways.length) return undefined
    return screens.tried((failure) => recoverByChoice(flow, { ways, isBlocked }, failure))
  })
  if (!(await wallet.unlock())) await askRecovery(flow)
}

/** Opens the key, and has the person do what that needs. */
export async function openKey(flow: Flow): Promise<void> {
  const { wallet } = flow
  if (wallet.needsChoice()) return chooseRecovery(flow)
  if (!(await wallet.unlock())) await askRecovery(flow)
}
