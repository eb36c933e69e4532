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
  opens(open?: () => unknown): Promise<void>
  /** Reads all of the modal, from top to bottom. */
  reads(): Promise<void>
  /**
   * Presses the button or the tab that is called `target`: a message key, or a name that is data.
   * @param awaited the message key or the view that the press leads to, or what must hold then
   */
  presses(target: string, awaited: Awaited, told?: Told): Promise<void>
  /** Types into the search field. */
  types(words: string, awaited: Awaited, told?: Told): Promise<void>
  /** Something happens that the visitor did not do. */
  meets(what: string, happen: () => unknown, awaited: Awaited, told?: Told): Promise<void>
  /** Leaves the modal with Esc. */
  leaves(): Promise<void>
  /** Hears the host's button, if the closed modal gave the focus back to it. */
  isBack(): Promise<void>
  /** All that was spoken, one phrase a line. A line that begins with `>` says what was done. */
  transcript(): string
  /** The names and texts that were spoken, without the reader's own words. */
  names(): readonly string[]
}
/** A message key or a view, or a condition. */
export type Awaited = string | (() => boolean)
/** The step is not over before something was announced. */
export type Told = 'told'

const hostButton = (): HTMLElement | null | undefined =>
  document.querySelector('.top span')?.shadowRoot?.querySelector('button')
const modalDialog = (): HTMLDialogElement | null | undefined =>
  document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog')
const isOpen = (): boolean => modalDialog()?.open ?? false
/** Presses the host's button with Enter. */
const pressHostButton = async (): Promise<void> => {
  hostButton()!.focus()
  await userEvent.keyboard('{Enter}')
}
/** Whether the modal is closed. */
export const isClosed = (): boolean => !isOpen()

/** The announced texts among phrases, without their urgency. */
const announced = (phrases: readonly string[]): readonly string[] =>
  phrases.flatMap((phrase) => /^(?:polite|assertive): (.*)/su.exec(phrase)?.[1] ?? [])

/** Notes when the modal changes, and whether it announces something. */
function watch({ shadow }: Stage) {
  const seen = { at: performance.now(), isTold: false }
  const regions = [...shadow.querySelectorAll('[aria-live]')]
  const isSilent = (): boolean => regions.every(({ textContent }) => textContent === '')
  const observer = new MutationObserver(() => {
    seen.at = performance.now()
    seen.isTold ||= !isSilent()
  })
  const all = { attributes: true, characterData: true, childList: true, subtree: true }
  observer.observe(shadow.querySelector('.root')!, all)
  return {
    isTold: () => seen.isTold,
    isSilent,
    isQuiet: () => performance.now() - seen.at > QUIET_MS,
    end: () => observer.disconnect(),
  }
}
type Watch = ReturnType<typeof watch>

/** Waits until the view is complete to which an action leads, and nothing changes any more. */
async function arrive(stage: Stage, watched: Watch, awaited: Awaited, told?: Told): Promise<void> {
  const isThere = (): boolean =>
    typeof awaited === 'string'
      ? stage.shadow.querySelector(
          `[data-view="${awaited}"], [data-key="${awaited}"], [data-key-label="${awaited}"]`,
        ) !== null
      : awaited()
  await until(String(awaited), isThere, () => ` The modal reads "${stage.text()}".`)
  if (told) await until('an announcement', watched.isTold)
  await until('rows', () => !stage.shadow.querySelector('.view .skeleton.row'))
  await settle(stage)
  // Somebody who reads on does not meet the text that was announced.
  await until('silence', () => watched.isSilent() && watched.isQuiet())
  watched.end()
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

/** A transcript that grows. */
function createLog() {
  const lines: string[] = []
  const names: string[] = []
  return {
    lines,
    names,
    /** Writes down an action, or something that happens. */
    note: (action: string) => lines.push(`> ${action}`),
    write(stops: readonly Stop[]) {
      lines.push(...stops.map(({ phrase }) => phrase))
      names.push(...stops.map(({ name }) => name))
    },
    /** Writes down what the reader says by itself. */
    overhear(phrases: readonly string[]) {
      const spoken = phrases.map(phraseOf).filter((phrase) => phrase !== '')
      lines.push(...spoken)
      names.push(...announced(spoken))
    },
  }
}

/** Creates a visitor of the page of this stage. */
export function createVisitor(stage: Stage): Visitor {
  const { lines, names, note, write, overhear } = createLog()
  /** Does something and writes down what the reader says by itself meanwhile. */
  const does: Visitor['meets'] = async (what, act, awaited, told) => {
    note(what)
    await virtual.start({ container: modalDialog()! })
    await virtual.clearSpokenPhraseLog()
    const watched = watch(stage)
    await act()
    await arrive(stage, watched, awaited, told)
    overhear(await virtual.spokenPhraseLog())
    await virtual.stop()
  }
  const isBack = async (): Promise<void> => {
    await until('the modal to close', isClosed)
    note('is back on the page')
    const button = hostButton()!
    if (button.matches(':focus')) write(await readAll(button))
  }
  return {
    stage,
    isBack,
    async opens(open = pressHostButton) {
      await pageIsDrawn(stage)
      note('comes to the page')
      write(await readAll(hostButton()!))
      note('the modal opens')
      await open()
      await until('the modal to open', isOpen)
      await arrive(stage, watch(stage), () => stage.shadow.querySelector('.view') !== null)
      const focused = stage.shadow.activeElement
      write((await readAll(modalDialog()!)).filter(({ node }) => node === focused))
    },
    async reads() {
      note('reads all of it')
      write(await readAll(modalDialog()!))
    },
    async presses(target, awaited, told) {
      const { element, phrase } = await callName(modalDialog()!, target)
      element.focus()
      await does(`presses: ${phrase}`, () => userEvent.keyboard('{Enter}'), awaited, told)
    },
    types: (words, awaited, told) =>
      does(`types: ${words}`, () => stage.type(words), awaited, told),
    meets: does,
    async leaves() {
      note('presses Esc')
      await userEvent.keyboard('{Escape}')
      await isBack()
    },
    transcript: () => `${lines.join('\n')}\n`,
    names: () => names,
  }
}
