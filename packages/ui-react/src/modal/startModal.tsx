import type { Kernel } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { KernelContext } from '../context.js'
import { en } from '../messages/en.js'
import { RendererContext } from '../outlet/context.js'
import { adoptViewStyles, createRendererCache } from '../outlet/rendererCache.js'
import { SessionContext } from '../session/context.js'
import { createSession } from '../session/createSession.js'
import { createAnnouncer } from '../shell/createAnnouncer.js'
import { createDialogBehaviour } from '../shell/dialogBehaviour.js'
import { createFrame, TITLE_ID } from '../shell/createFrame.js'
import { Modal } from '../shell/Modal.js'
import { avoidKeyboard } from '../shell/phoneKeyboard.js'
import { followStage } from '../shell/stageFollower.js'
import { Toasts } from '../shell/Toasts.js'
import { applyTheme } from '../theme/applyTheme.js'
import { registerViews } from '../views/registerViews.js'
import { followLanguage } from '../shell/followLanguage.js'
import { followOpening } from '../shell/followOpening.js'
import { followShakes } from '../shell/followShakes.js'

/** Everything that a modal is, brought to life in its element. */
export function startModal(kernel: Kernel, host: HTMLElement, isInline: boolean): Dispose {
  const { ports } = kernel
  const frame = createFrame(host, isInline)
  const announcer = createAnnouncer(frame.polite, frame.assertive)
  const session = createSession(kernel, announcer.announce)
  const renderers = createRendererCache()
  const root = createRoot(frame.content)
  const draw = (isOpen: boolean): void => flushSync(() => root.render(
    <KernelContext.Provider value={kernel}>
      <SessionContext.Provider value={session}>
        <RendererContext.Provider value={renderers}>
          {isOpen && <Modal isInline={isInline} />}
          <Toasts inside={frame.toastsInside} outside={frame.toastsOutside} isOpen={isOpen} />
        </RendererContext.Provider>
      </SessionContext.Provider>
    </KernelContext.Provider>,
  ))
  const ends: Dispose[] = [
    () => root.unmount(),
    announcer.dispose,
    session.dispose,
    ports.messages.add({ en }),
    registerViews(ports, renderers),
    adoptViewStyles(ports, frame.shadow),
    applyTheme(frame.root, kernel),
    followLanguage(ports, frame.root),
    followStage(ports, frame),
    followShakes(ports, frame.card),
  ]
  if (frame.dialog) {
    const behaviour = createDialogBehaviour(kernel, frame, frame.dialog)
    ends.push(behaviour.dispose, avoidKeyboard(frame.dialog))
    const focusTitle = (): void => frame.shadow.getElementById(TITLE_ID)?.focus({ preventScroll: true })
    ends.push(followOpening(ports, { ...behaviour, draw, focusTitle }))
  } else draw(true)
  return () => {
    for (const end of ends.reverse()) end()
    frame.shadow.replaceChildren()
  }
}
