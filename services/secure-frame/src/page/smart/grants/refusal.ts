import { FrameError } from '../../link/errors.js'

const MAX_PART = 120

/**
 * A request for a grant has a part that is wrong. Nobody was asked.
 * @param part its path in the request, such as `[0].permission.data.allowanceAmount`
 * @param message goes on after it
 */
export const grantRefused = (part: string, message: string): FrameError =>
  new FrameError(`The grant is refused: ${part.slice(0, MAX_PART)} ${message}`, {
    code: -32_602,
    reason: 'grant_refused',
  })
