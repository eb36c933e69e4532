import type { User } from '../../contract/user.js'
import type { Session } from '../session/session.js'
import type { Homes } from '../wallet/homes.js'
import type { Wallet } from '../wallet/wallet.js'
import type { Screens } from './screens.js'

/** The parts that the frame's own pages work with. */
export interface Flow {
  readonly screens: Screens
  readonly session: Session
  readonly wallet: Wallet
  readonly homes: Homes
}

/** Asks once more before something that cannot be taken back. */
export const sure = (
  { screens }: Flow,
  { title, texts, label }: { title: string; texts: readonly string[]; label: string },
): Promise<void> =>
  screens.ask<void>({
    title,
    texts,
    actions: [{ label, kind: 'primary', run: () => undefined, isArmed: true }],
  })

/** Says that something is done. */
export const done = ({ screens }: Flow, title: string, text: string): Promise<void> =>
  screens.ask<void>({
    title,
    texts: [text],
    actions: [{ label: screens.texts['security.done'], kind: 'primary', run: () => undefined }],
    leave: screens.texts['security.close'],
  })

/** The person as they know themselves. */
export const nameOf = (user: Pick<User, 'email' | 'userName'> | undefined): string =>
  user?.email ?? user?.userName ?? ''
