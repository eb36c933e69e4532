import { byCode } from './byCode.js'
import type { Flow } from './flow.js'
import { byProvider, isProvider } from './providers.js'

/**
 * Has the person sign in once more, by the code of a mail or by one of their providers. Another person there
 * changes nothing. The mail goes out by a click, so that a page that opens the frame sends nobody mails.
 */
export async function confirm({ screens, session }: Flow): Promise<void> {
  const { texts } = screens
  const { signIns = [], email = '' } = session.user() ?? {}
  const providers = signIns.filter(isProvider)
  const isByMail = signIns.includes('email')
  const title = texts['confirm.title']
  const why = !isByMail ? 'whyProvider' : providers.length ? 'whyEither' : 'why'
  const result = await screens.tried(async (error) => {
    const chosen = await byProvider({ screens, session }, providers, {
      title,
      texts: [texts[`confirm.${why}`].replace('{email}', email)],
      error,
      before: isByMail
        ? [{ label: texts['confirm.send'], kind: 'primary', run: () => undefined }]
        : [],
    })
    if (chosen) await session.confirmSocial(chosen)
    else await session.startConfirm()
    return chosen
  })
  if (result) return
  await byCode(screens, {
    title,
    text: () => texts['confirm.sent'].replace('{email}', email),
    again: session.startConfirm,
    check: session.confirm,
  })
}

/** Has the person sign in anew where the sign-in is not recent. */
export async function confirmed(flow: Flow): Promise<void> {
  if (!flow.session.isFresh()) await confirm(flow)
}
