import type { Kernel } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { KernelContext } from '../context.js'
import { en } from '../messages/en.js'
import { RendererContext } from '../outlet/context.js'
import { adoptViewStyles, createRendererCache, type RendererCache } from '../outlet/rendererCache.js'
import { SessionContext } from '../session/context.js'
import { createSession, type Session } from '../session/createSession.js'
import { createAnnouncer } from '../shell/createAnnouncer.js'
import { createDialogBehaviour } from '../shell/dialogBehaviour.js'
import { createFrame, TITLE_ID, type Frame } from '../shell/createFrame.js'
import { Modal } from '../shell/Modal.js'
import { avoidKeyboard } from '../shell/phoneKeyboard.js'
import { followStage } from '../shell/stageFollower.js'
import { Toasts } from '../shell/Toasts.js'
import { applyTheme } from '../theme/applyTheme.js'
import { registerViews } from '../views/registerViews.js'
import { followLanguage } from '../shell/followLanguage.js'
import { followOpening } from '../shell/followOpening.js'
import { followShakes } from '../shell/followShakes.js'

/** Draws into the frame: at once where something is about to be shown. */
function createDrawing(kernel: Kernel, frame: Frame, session: Session, renderers: RendererCache): { draw(isOpen: boolean): void; unmount(): void } {
  const root = createRoot(frame.content)
  // Once drawn it stays, closed: the next opening only shows it.
  let wasOpen = false
  // The same element each time: drawing again costs nothing where nothing changed.
  const modal = <Modal isInline={!frame.dialog} />
  const tree = (isOpen: boolean): ReactNode => (
    <KernelContext.Provider value={kernel}>
      <SessionContext.Provider value={session}>
        <RendererContext.Provider value={renderers}>
          {wasOpen && modal}
          <Toasts inside={frame.toastsInside} outside={frame.toastsOutside} isOpen={isOpen} />
        </RendererContext.Provider>
      </SessionContext.Provider>
    </KernelContext.Provider>
  )
  return {
    draw(isOpen) {
      wasOpen ||= isOpen
      if (isOpen) flushSync(() => root.render(tree(true)))
      else root.render(tree(false))
    },
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
    registerViews(ports, renderers),
    adoptViewStyles(ports, frame.shadow),
    applyTheme(frame.root, kernel),
    followLanguage(ports, frame.root),
    followStage(ports, frame),
    followShakes(ports, frame.card),
    announcer.dispose,
    session.dispose,
  ]
  if (frame.dialog && behaviour) {
    const focusTitle = (): void => frame.shadow.getElementById(TITLE_ID)?.focus({ preventScroll: true })
    ends.push(avoidKeyboard(frame.dialog), followOpening(ports, { ...behaviour, draw, focusTitle }))
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
