// A visitor who hears the modal through a virtual screen reader and uses it by keyboard. Everything
// that is spoken is written down, one phrase a line.
import { virtual } from '@guidepup/virtual-screen-reader'
import { userEvent } from 'vitest/browser'
import type { Stage } from '../scenes/types.js'
import { settle, until } from '../stage.js'
import { callName, phraseOf, readAll, type Stop } from './reader.js'

/** Time in ms without a change after which a view has said what it has to say. */
const QUIET_MS = 300
/** How English calls the button that every modal has. A language is a chunk that comes later. */
const ENGLISH_CLOSE = 'Close'

export interface Visitor {
  readonly stage: Stage
  /**
   * Hears the host's button, opens the modal and hears where the focus is.
   * @param open opens it instead of a press of the button
   */
  opens(open?: () => void): Promise<void>
  /** Reads all of the modal, from top to bottom. */
  reads(): Promise<void>
  /**
   * Presses the button or the tab that is called `target`: a message key, or a name that is data.
   * @param awaited the message key or the view that the press leads to, or what must hold then
   */
  presses(target: string, awaited: Awaited): Promise<void>
  /** Types into the search field. */
  types(words: string, awaited: Awaited): Promise<void>
  /** Something happens that the visitor did not do. */
  meets(what: string, happen: () => unknown, awaited: Awaited): Promise<void>
  /** Leaves the modal with Esc. */
  leaves(): Promise<void>
  /** Hears the host's button, if the closed modal gave the focus back to it. */
  isBack(): Promise<void>
  /** What was spoken, one phrase a line. A line that begins with `>` says what was done. */
  transcript(): string
  /** The names and texts that were spoken, without the reader's own words. */
  names(): readonly string[]
}
export type Awaited = string | (() => boolean)

const modalDialog = (): HTMLDialogElement | null | undefined =>
  document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog')
const isOpen = (): boolean => modalDialog()?.open ?? false
/** Whether the modal is closed. */
export const isClosed = (): boolean => !isOpen()
const hostButton = (): HTMLElement | null | undefined =>
  document.querySelector('.top span')?.shadowRoot?.querySelector('button')

/** The announced texts among phrases, without their urgency. */
const announced = (phrases: readonly string[]): readonly string[] =>
  phrases.flatMap((phrase) => /^(?:polite|assertive): (.*)/su.exec(phrase)?.[1] ?? [])

/** Waits until nothing changes any more. */
async function quiet(stage: Stage): Promise<void> {
  await settle(stage)
  let last = ''
  for (let since = performance.now(); performance.now() - since < QUIET_MS;) {
    const now = stage.shadow.querySelector('.root')!.innerHTML
    if (now !== last) since = performance.now()
    last = now
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
/** Waits until the view is drawn to which an action leads. */
async function arrive(stage: Stage, awaited: Awaited): Promise<void> {
  const isThere = (): boolean =>
    typeof awaited === 'string'
      ? stage.shadow.querySelector(
          `[data-view="${awaited}"], [data-key="${awaited}"], [data-key-label="${awaited}"]`,
        ) !== null
      : awaited()
  await until(String(awaited), isThere, () => ` The modal reads "${stage.text()}".`)
  await until('rows', () => !stage.shadow.querySelector('.view .skeleton.row'))
  await quiet(stage)
  // Whoever reads on does not meet what was announced.
  const regions = [...stage.shadow.querySelectorAll('[aria-live]')]
  await until('silence', () => regions.every(({ textContent }) => textContent === ''))
}
/** Waits until the host's page is drawn in the visitor's language. */
async function pageIsDrawn({ kernel }: Stage): Promise<void> {
  const { text, locale } = kernel.ports.messages
  await until('the button', hostButton)
  if (locale.get() !== 'en')
    await until(
      `the texts of ${locale.get()}`,
      () => ![ENGLISH_CLOSE, 'ui.close'].includes(text('ui.close')),
    )
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** Creates a visitor of the page of this stage. */
export function createVisitor(stage: Stage): Visitor {
  const lines: string[] = []
  const names: string[] = []
  const write = (stops: readonly Stop[]): void => {
    lines.push(...stops.map(({ phrase }) => phrase))
    names.push(...stops.map(({ name }) => name))
  }
  const hearFocus = async (): Promise<void> => {
    const focused = stage.shadow.activeElement
    write((await readAll(modalDialog()!)).filter(({ node }) => node === focused))
  }
  /** Does something and writes down what the reader says by itself meanwhile. */
  const does = async (what: string, act: () => unknown, awaited: Awaited): Promise<void> => {
    lines.push(`> ${what}`)
    await virtual.start({ container: modalDialog()! })
    await virtual.clearSpokenPhraseLog()
    await act()
    await arrive(stage, awaited)
    const spoken = (await virtual.spokenPhraseLog()).map(phraseOf).filter((phrase) => phrase !== '')
    await virtual.stop()
    lines.push(...spoken)
    names.push(...announced(spoken))
  }
  const pressHostButton = async (): Promise<void> => {
    hostButton()!.focus()
    await userEvent.keyboard('{Enter}')
  }
  const isBack = async (): Promise<void> => {
    await until('the modal to close', isClosed)
    lines.push('> is back on the page')
    const button = hostButton()!
    if (button.matches(':focus')) write(await readAll(button))
  }

  return {
    stage,
    isBack,
    async opens(open) {
      await pageIsDrawn(stage)
      lines.push('> comes to the page')
      write(await readAll(hostButton()!))
      lines.push('> the modal opens')
      await (open ?? pressHostButton)()
      await until('the modal to open', isOpen)
      await arrive(stage, () => stage.shadow.querySelector('.view') !== null)
      await hearFocus()
    },
    async reads() {
      lines.push('> reads all of it')
      write(await readAll(modalDialog()!))
    },
    async presses(target, awaited) {
      const { element, phrase } = await callName(modalDialog()!, target)
      element.focus()
      await does(`presses: ${phrase}`, () => userEvent.keyboard('{Enter}'), awaited)
    },
    types: (words, awaited) => does(`types: ${words}`, () => stage.type(words), awaited),
    meets: does,
    async leaves() {
      lines.push('> presses Esc')
      await userEvent.keyboard('{Escape}')
      await isBack()
    },
    transcript: () => `${lines.join('\n')}\n`,
    names: () => names,
  }
}
