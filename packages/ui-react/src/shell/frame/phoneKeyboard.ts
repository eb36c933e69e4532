import type { Dispose } from '@latchkey/plugin-api'

/** Keeps the dialog in the part of the screen that a soft keyboard leaves free. */
export function avoidKeyboard(dialog: HTMLElement): Dispose {
  const { visualViewport } = window
  if (!visualViewport) return () => undefined
  const fit = (): void => {
    const isCovered = window.innerHeight - visualViewport.height > 120
    dialog.style.blockSize = isCovered ? `${visualViewport.height}px` : ''
    dialog.style.insetBlockStart = isCovered ? `${visualViewport.offsetTop}px` : ''
    dialog.style.setProperty('--room', isCovered ? `${visualViewport.height}px` : '100dvh')
  }
  visualViewport.addEventListener('resize', fit)
  visualViewport.addEventListener('scroll', fit)
  return () => {
    visualViewport.removeEventListener('resize', fit)
    visualViewport.removeEventListener('scroll', fit)
  }
}
