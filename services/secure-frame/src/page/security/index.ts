import type { Question } from '../../contract/signIn.js'
import type { Parts } from '../parts.js'
import { inPlace, onScreens, type KeyOptions, type PlaceOptions } from './inPlace.js'
import { showPages } from './pages.js'
import { answerQuestion } from './question.js'
import { isRejection } from './screens.js'

/** Heights that the pages ask for, in CSS pixels. */
const HEIGHT = 560
const QUESTION_HEIGHT = 440

type Options = Parts & KeyOptions

/** Shows the frame's own pages until the person is done. */
export async function openSecurity(options: Options): Promise<void> {
  const { session, person, tell } = options
  const email = session.user()?.email
  tell({ type: 'show frame', purpose: 'security', height: HEIGHT })
  try {
    await inPlace(options, (flow) => showPages(flow, options))
  } catch (error) {
    // A person who leaves is done.
    if (options.signal.aborted || !isRejection(error)) throw error
  } finally {
    tell({ type: 'hide frame' })
    // A sign-in with another address may be there by now, or be gone.
    if (!person.aborted && session.user()?.email !== email) tell({ type: 'user changed' })
  }
}

/** Asks a person whether two sign-ins are theirs. Afterwards they are signed in. */
export async function openQuestion(
  { tell, session, ...options }: PlaceOptions & Pick<Parts, 'session' | 'tell'>,
  question: Question,
): Promise<void> {
  tell({ type: 'show frame', purpose: 'security', height: QUESTION_HEIGHT })
  try {
    await onScreens(options, (screens) => answerQuestion({ screens, session }, question))
  } finally {
    tell({ type: 'hide frame' })
  }
}
