import { REASONS } from '../../contract/reasons.js'
import type { Question } from '../../contract/signIn.js'
import { isRefusal } from '../session/client.js'
import { byCode } from './byCode.js'
import { byProvider, isProvider, kindName, type ProviderParts } from './providers.js'
import { isRejection } from './screens.js'

/** Whether the question cannot be answered any more. */
const isOver = (error: unknown): boolean => isRefusal(error, REASONS.question)

/** The code of a mail to the address proves the other account. */
async function proveByMail(
  { screens, session }: ProviderParts,
  { id, email }: Question,
): Promise<void> {
  const { texts } = screens
  let action = await session.startEmail(email)
  await byCode(screens, {
    title: texts['link.prove'],
    text: () =>
      texts[action === 'VERIFY_OTP' ? 'confirm.sent' : 'link.sentLink'].replace('{email}', email),
    leave: texts['security.back'],
    again: async () => void (action = await session.startEmail(email)),
    check: (code) => session.linkByEmail(id, code),
    isOver,
  })
}

/** A sign-in by a provider of the other account proves it. */
async function proveByProvider(parts: ProviderParts, question: Question): Promise<void> {
  const { screens, session } = parts
  const { texts } = screens
  let error: string | undefined
  for (;;)
    try {
      const result = await byProvider(parts, question.proofs.filter(isProvider), {
        title: texts['link.prove'],
        texts: [texts['link.byProvider']],
        error,
        leave: texts['security.back'],
      })
      return await session.linkBySocial(question.id, result)
    } catch (failure) {
      if (isOver(failure) || isRejection(failure)) throw failure
      error = screens.sentence(failure)
    }
}

const prove = (parts: ProviderParts, question: Question): Promise<void> =>
  question.proofs.includes('email')
    ? proveByMail(parts, question)
    : proveByProvider(parts, question)

/**
 * Asks a person whether the account with their address is theirs, and has them prove it. Afterwards they
 * are signed in to it, or to an account of its own.
 * @throws FrameError 4001 where they leave; `question_over` where it took too long
 */
export async function answerQuestion(parts: ProviderParts, question: Question): Promise<void> {
  const { screens, session } = parts
  const { texts } = screens
  let error: string | undefined
  for (;;) {
    const isOwn = await screens.ask<boolean>({
      title: texts['link.title'],
      texts: [
        question.email,
        question.kind === 'email'
          ? texts['link.askEmail']
          : texts['link.ask'].replace('{provider}', kindName(question.kind, texts)),
      ],
      error,
      actions: [
        { label: texts['link.yes'], kind: 'primary', run: () => true },
        { label: texts['link.no'], run: () => false },
      ],
    })
    try {
      return await (isOwn ? prove(parts, question) : session.declineLink(question.id))
    } catch (failure) {
      if (isOver(failure) || screens.signal.aborted) throw failure
      // A person who leaves a proof comes back to the question.
      error = isRejection(failure) ? undefined : screens.sentence(failure)
    }
  }
}
