import type { Kernel } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { KernelContext } from '../context.js'
import { en } from '../messages/en.js'
import { tellUntranslated } from '../messages/tellUntranslated.js'
import { RendererContext } from '../outlet/context.js'
import {
  adoptViewStyles,
  createRendererCache,
  type RendererCache,
} from '../outlet/rendererCache.js'
import { SessionContext } from '../session/context.js'
import { createSession, type Session } from '../session/createSession.js'
import { createAnnouncer } from '../shell/createAnnouncer.js'
import { createDialogBehaviour } from '../shell/dialogBehaviour.js'
import { createFrame, type Frame } from '../shell/createFrame.js'
import { keepFocus } from '../shell/keepFocus.js'
import { Modal } from '../shell/Modal.js'
import { followStage } from '../shell/stageFollower.js'
import { Toasts } from '../shell/Toasts.js'
import { applyTheme } from '../theme/applyTheme.js'
import { modalTokens } from '../theme/modalTokens.js'
import { registerViews } from '../views/registerViews.js'
import { followLanguage } from '../shell/followLanguage.js'
import { followOpening } from '../shell/followOpening.js'
import { followShakes } from '../shell/followShakes.js'

/** Draws into the frame. The views are drawn with the first opening and stay, closed: the next one only shows them. */
function createDrawing(
  kernel: Kernel,
  frame: Frame,
  session: Session,
  renderers: RendererCache,
): { draw(isOpen: boolean): void; unmount(): void } {
  const root = createRoot(frame.content)
  let isDrawn = false
  const render = (): void =>
    root.render(
      <KernelContext.Provider value={kernel}>
        <SessionContext.Provider value={session}>
          <RendererContext.Provider value={renderers}>
            {isDrawn && <Modal isInline={!frame.dialog} />}
            <Toasts inside={frame.toastsInside} outside={frame.toastsOutside} />
          </RendererContext.Provider>
        </SessionContext.Provider>
      </KernelContext.Provider>,
    )
  return {
    // At once where it is about to be shown, and with it what the stores told since.
    draw: (isOpen) =>
      isOpen
        ? flushSync(() => {
            if (isDrawn) return
            isDrawn = true
            render()
          })
        : render(),
    unmount: () => root.unmount(),
  }
}

/** Everything that a modal is, brought to life in its element. */
export function startModal(kernel: Kernel, host: HTMLElement, isInline: boolean): Dispose {
  const { ports } = kernel
  const frame = createFrame(host, isInline)
  const announcer = createAnnouncer(frame.polite, frame.assertive)
  const session = createSession(kernel, announcer.announce)
  const renderers = createRendererCache()
  const { draw, unmount } = createDrawing(kernel, frame, session, renderers)
  const behaviour = frame.dialog && createDialogBehaviour(kernel, frame, frame.dialog)
  const ends: Dispose[] = [
    ports.messages.add({ en }),
    tellUntranslated(ports),
    registerViews(ports, renderers),
    adoptViewStyles(ports, frame.shadow),
    applyTheme(frame.root, kernel, modalTokens),
    followLanguage(ports, frame.root),
    followStage(ports, frame),
    followShakes(ports, frame.card),
    announcer.dispose,
    session.dispose,
  ]
  if (frame.dialog && behaviour) {
    ends.push(keepFocus(frame), followOpening(ports, { ...behaviour, draw }))
    if (ports.options.get().mobile) {
      const { dialog } = frame
      const keyboard = import('../shell/phoneKeyboard.js')
        .then(({ avoidKeyboard }) => avoidKeyboard(dialog))
        .catch(() => undefined)
      ends.push(() => void keyboard.then((end) => end?.()))
    }
  } else draw(true)
  return () => {
    behaviour?.dispose()
    // Not while React draws the page around, as it does when a provider goes.
    queueMicrotask(() => {
      unmount()
      for (const end of ends.reverse()) end()
      frame.shadow.replaceChildren()
    })
  }
}
