import { rejected } from '../link/errors.js'
import { isAway } from '../rpc/nodeErrors.js'
import { askRetry, showNotice, type Surface } from './notice.js'

/** A reading that takes longer is shown as under way. */
const SILENT_MS = 400

/**
 * Reads something by the operator's nodes. A person who waits is told so, may give up, and may try again
 * where no node answers.
 * @param onShow is called before anything is drawn
 * @throws FrameError 4001 where they give up, and what `read` throws
 */
export async function readPatiently<T>(
  read: () => Promise<T>,
  surface: Surface,
  onShow: () => void = () => undefined,
): Promise<T> {
  const { self, texts } = surface
  for (;;) {
    const done = new AbortController()
    let timer: number | undefined
    const endWaiting = (): void => {
      self.clearTimeout(timer)
      done.abort()
    }
    const refusal = new Promise<never>((_, reject) => {
      timer = self.setTimeout(() => {
        onShow()
        const waiting = { ...surface, signal: AbortSignal.any([surface.signal, done.signal]) }
        void showNotice(waiting, texts['frame.working'], { close: texts['approve.reject'] }).then(
          () => reject(rejected()),
        )
      }, SILENT_MS)
    })
    try {
      return await Promise.race([read(), refusal])
    } catch (error) {
      // It would take the place of the question below, whose buttons nobody could press then.
      endWaiting()
      if (!isAway(error) || surface.signal.aborted) throw error
      onShow()
      if (!(await askRetry(surface, error))) throw rejected()
    } finally {
      endWaiting()
    }
  }
}
