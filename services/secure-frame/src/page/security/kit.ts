import { element } from '../approval/dom.js'
import { openWindow } from '../approval/place.js'
import { FrameError } from '../link/errors.js'
import type { Flow } from './flow.js'
import { createScreens, type Screens } from './screens.js'

type Self = Screens['self']

/** Saves a text as a file. A sandboxed frame may not: `self` is a window. */
function saveFile(self: Self, name: string, text: string): void {
  const url = self.URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = element(self.document, 'a', { href: url, download: name })
  link.click()
  // Browsers begin to read it after the click.
  self.setTimeout(() => self.URL.revokeObjectURL(url), 60_000)
}

const drawKit = (self: Self, kit: string): HTMLElement =>
  element(self.document, 'pre', { class: 'kit', dir: 'ltr', tabindex: '0' }, kit)

/** A window with the kit, to save or print it. */
async function keepInWindow({ screens }: Flow, kit: string, self: Self, hide: () => void) {
  const { texts, signal } = screens
  const { ask } = createScreens({ self, texts, signal })
  try {
    for (;;)
      await ask<void>({
        title: texts['recovery.kit'],
        texts: [texts['recovery.kitKeep']],
        body: () => [drawKit(self, kit)],
        actions: [
          {
            label: texts['recovery.kitFile'],
            kind: 'primary',
            run: () => saveFile(self, 'recovery-kit.txt', `${location.host}\n\n${kit}\n`),
          },
          { label: texts['recovery.kitPrint'], run: () => self.print() },
        ],
        leave: texts['security.back'],
      })
  } catch {
    hide()
  }
}

/** Shows a kit once, to be written down, saved or printed. Settles when the person has kept it. */
export const showKit = (flow: Flow, kit: string): Promise<void> =>
  flow.screens.tried(async (error) => {
    const { screens } = flow
    const { self, texts, signal } = screens
    const opened = await screens.ask<true | ReturnType<typeof openWindow>>({
      title: texts['recovery.kit'],
      texts: [texts['recovery.kitKeep']],
      error,
      body: () => [drawKit(self, kit)],
      actions: [
        { label: texts['recovery.kitKept'], kind: 'primary', isArmed: true, run: () => true },
        { label: texts['recovery.kitSave'], run: () => openWindow(self, signal) },
      ],
    })
    if (opened === true) return
    if (!opened) throw new FrameError('The window was blocked.', { reason: 'window_blocked' })
    void keepInWindow(flow, kit, opened.self, opened.leave)
    await showKit(flow, kit)
  })
