import { FrameError, isFrameError } from '../link/errors.js'
import { field, isRejection, type Screen, type Screens } from './screens.js'

/** Codes are shorter in every script. */
const MAX_CODE_LENGTH = 32

interface CodeStep<T> {
  title: string
  /** Says where the code is. */
  text(): string
  leave?: string
  /** Sends another mail. */
  again(): Promise<unknown>
  check(code: string): Promise<T>
  /** Whether a failure ends the step. */
  isOver?(failure: unknown): boolean
}
interface Typed {
  typed: string
  isAgain: boolean
}

const isWrongCode = (error: unknown): boolean =>
  isFrameError(error) && error.details.reason === 'code_wrong'

/** Asks for the code of a mail, or whether another mail is wanted. */
function askCode(
  screens: Screens,
  value: string,
  screen: Pick<Screen<Typed>, 'title' | 'texts' | 'error' | 'notice' | 'leave'>,
): Promise<Typed> {
  const { texts } = screens
  let form: HTMLElement | undefined
  return screens.ask<Typed>({
    ...screen,
    body: (submit) => [
      (form = field(
        screens,
        {
          label: texts['confirm.code'],
          type: 'text',
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          value,
        },
        (typed) => submit({ typed, isAgain: false }),
      )),
    ],
    actions: [
      {
        label: texts['confirm.again'],
        run: () => ({ typed: form?.querySelector('input')?.value ?? '', isAgain: true }),
      },
    ],
  })
}

/**
 * Has the person type the code of a mail until it is right. Where another mail is wanted and cannot be sent
 * yet, what was typed stays, and so does the code of the mail before.
 * @throws FrameError 4001 where they leave, and what `isOver` names
 */
export async function byCode<T>(
  screens: Screens,
  { title, text, leave, again, check, isOver }: CodeStep<T>,
): Promise<T> {
  const { texts, signal } = screens
  let typed = ''
  let error: string | undefined
  let notice: string | undefined
  for (;;) {
    const answer = await askCode(screens, typed, {
      title,
      texts: [text()],
      error,
      notice,
      ...(leave !== undefined && { leave }),
    })
    typed = answer.typed
    error = notice = undefined
    try {
      if (!answer.isAgain) {
        if (typed.length > MAX_CODE_LENGTH)
          throw new FrameError('This is not a code.', { reason: 'code_wrong' })
        return await check(typed)
      }
      await again()
      typed = ''
      notice = texts['confirm.another']
    } catch (failure) {
      if (isRejection(failure) || signal.aborted || isOver?.(failure)) throw failure
      if (isWrongCode(failure)) typed = ''
      error = screens.sentence(failure)
    }
  }
}
