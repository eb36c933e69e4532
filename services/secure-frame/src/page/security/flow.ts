import type { User } from '../../contract/user.js'
import { FrameError } from '../link/errors.js'
import type { Session } from '../session/session.js'
import type { Homes } from '../wallet/homes.js'
import type { Wallet } from '../wallet/wallet.js'
import { confirmByProvider } from './confirmByProvider.js'
import { field, type Screens } from './screens.js'

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

/** A text of a catalogue with an email address in it. */
const withEmail = (text: string, { session }: Flow): string =>
  text.replace('{email}', session.user()?.email ?? '')

interface CodeScreen {
  title: string
  /** Says where the code is. */
  text: string
  error: string | undefined
  leave?: string
}

/** Asks for the code of a mail. @returns `undefined` where another mail is wanted */
export async function askCode(
  screens: Screens,
  { title, text, ...more }: CodeScreen,
): Promise<string | undefined> {
  const { texts } = screens
  const code = await screens.ask<string | undefined>({
    title,
    texts: [text],
    ...more,
    body: (submit) => [
      field(
        screens,
        {
          label: texts['confirm.code'],
          type: 'text',
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
        },
        submit,
      ),
    ],
    actions: [{ label: texts['confirm.again'], run: () => undefined }],
  })
  if (code !== undefined && code.length > 32)
    throw new FrameError('This is not a code.', { reason: 'code_wrong' })
  return code
}

/**
 * Has the person sign in anew where the sign-in is not recent: by their provider, where they have no sign-in
 * by mail, or a mail holds a code, which is typed here.
 * The mail goes out by a click, so that a page that opens the frame sends nobody mails.
 */
export async function confirmed(flow: Flow): Promise<void> {
  const { screens, session } = flow
  const { texts } = screens
  if (session.isFresh()) return
  if (!session.user()?.signIns.includes('email')) return confirmByProvider(flow)
  await screens.tried(async (error) => {
    await screens.ask({
      title: texts['confirm.title'],
      texts: [withEmail(texts['confirm.why'], flow)],
      error,
      actions: [{ label: texts['confirm.send'], kind: 'primary', run: () => undefined }],
    })
    await session.startConfirm()
  })
  const isRight = await screens.tried(async (error) => {
    const text = withEmail(texts['confirm.sent'], flow)
    const code = await askCode(screens, { title: texts['confirm.title'], text, error })
    if (code !== undefined) await session.confirm(code)
    return code !== undefined
  })
  if (!isRight) await confirmed(flow)
}
