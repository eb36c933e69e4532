import type { Kernel } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'
import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { KernelContext, SessionContext } from '../context.js'
import { KitContext, type KitHost } from '../kit/modal/host.js'
import { en } from '../messages/en.js'
import { tellUntranslated } from '../messages/tellUntranslated.js'
import { RendererContext } from '../outlet/context.js'
import {
  adoptViewStyles,
  createRendererCache,
  type RendererCache,
} from '../outlet/rendererCache.js'
import { ViewHost } from '../outlet/ViewHost.js'
import { createSession, type Session } from '../session/createSession.js'
import { createDialogBehaviour } from '../shell/dialog/dialogBehaviour.js'
import { followOpening, type Drawing } from '../shell/dialog/followOpening.js'
import { keepFocus } from '../shell/dialog/keepFocus.js'
import { createAnnouncer } from '../shell/frame/createAnnouncer.js'
import { createFrame, type Frame } from '../shell/frame/createFrame.js'
import { followLanguage } from '../shell/frame/followLanguage.js'
import { followShakes } from '../shell/frame/followShakes.js'
import { followStage } from '../shell/frame/followStage.js'
import { followSurroundings } from '../shell/frame/followSurroundings.js'
import { Modal } from '../shell/Modal.js'
import { Toasts } from '../shell/Toasts.js'
import { applyTheme } from '../theme/applyTheme.js'
import { modalTokens } from '../theme/modalTokens.js'
import { registerViews } from '../views/registerViews.js'

/**
 * Draws into the frame. The views are drawn once and stay when the modal closes, so an opening after
 * that only shows them.
 */
function createDrawing(
  kernel: Kernel,
  frame: Frame,
  session: Session,
  renderers: RendererCache,
  host: KitHost,
): Drawing & { unmount(): void } {
  const root = createRoot(frame.content)
  const render = (hasViews: boolean): void =>
    root.render(
      <KernelContext.Provider value={kernel}>
        <SessionContext.Provider value={session}>
          <RendererContext.Provider value={renderers}>
            <KitContext.Provider value={host}>
              {hasViews && <Modal isInline={!frame.dialog} />}
              <Toasts inside={frame.toastsInside} outside={frame.toastsOutside} />
            </KitContext.Provider>
          </RendererContext.Provider>
        </SessionContext.Provider>
      </KernelContext.Provider>,
    )
  const { ports } = kernel
  return {
    draw: () =>
      flushSync(() => {
        // Toasts are drawn elsewhere, so content means that the views are drawn.
        if (!frame.content.firstChild) render(true)
      }),
    drawAhead(hasViews) {
      const first = ports.views.find(ports.modal.first?.() ?? '')?.definition
      // Only a view that came with the modal: others would load, and may ask as they are drawn.
      const isReady = first && renderers.now(first) && first.id === ports.router.get().at(-1)?.view
      if (!hasViews) render(false)
      else if (isReady) startTransition(() => render(true))
    },
    unmount: () => root.unmount(),
  }
}

/** Starts a modal in its element: frame, session, views, theme, language and dialog. */
export function startModal(kernel: Kernel, host: HTMLElement, isInline: boolean): Dispose {
  const { ports } = kernel
  const frame = createFrame(host, isInline)
  const announcer = createAnnouncer(frame.polite, frame.assertive)
  const session = createSession(kernel)
  const renderers = createRendererCache()
  const { draw, drawAhead, unmount } = createDrawing(kernel, frame, session, renderers, {
    announce: announcer.announce,
    View: ViewHost,
  })
  const behaviour = frame.dialog && createDialogBehaviour(kernel, frame, frame.dialog)
  const ends: Dispose[] = [
    ports.messages.add({ en }),
    tellUntranslated(ports),
    registerViews(ports, renderers),
    adoptViewStyles(ports, frame.shadow),
    applyTheme(frame.root, kernel, modalTokens),
    followSurroundings(frame.shadow),
    followLanguage(ports, frame.root),
    followStage(ports, frame),
    followShakes(ports, frame.card),
    announcer.dispose,
    session.dispose,
  ]
  if (frame.dialog && behaviour) {
    ends.push(keepFocus(frame), followOpening(ports, { ...behaviour, draw, drawAhead }))
    if (ports.options.get().mobile) {
      const { dialog } = frame
      const keyboard = import('../shell/frame/phoneKeyboard.js')
        .then(({ avoidKeyboard }) => avoidKeyboard(dialog))
        .catch(() => undefined)
      ends.push(() => void keyboard.then((end) => end?.()))
    }
  } else {
    session.shown.set(true)
    draw()
  }
  return () => {
    behaviour?.dispose()
    // A provider that unmounts calls this during a React render, and a root must not be unmounted
    // within one.
    queueMicrotask(() => {
      unmount()
      for (const end of ends.reverse()) end()
      frame.shadow.replaceChildren()
    })
  }
}
