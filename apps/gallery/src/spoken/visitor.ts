// A visitor who hears the modal through a virtual screen reader and uses it by keyboard. Everything
// that is spoken is written down, one phrase a line.
import { virtual } from '@guidepup/virtual-screen-reader'
import { userEvent } from 'vitest/browser'
import type { Stage } from '../scenes/types.js'
import { settle, until } from '../stage.js'

/** Roles that a screen reader speaks as one stop: their name is their content. */
const ONE_STOP = /^(?:button|checkbox|heading|link|option|radio|switch|tab)(?:,|$)/
/** What the virtual reader says and screen readers do not: ends, and marks without a meaning. */
const SILENT = /^(?:end\b.*|paragraph|not busy|)$/
/** More stops than any view has. */
const MAX_STOPS = 500
/** Time without a change in ms after which a view has said what it has to say. */
const QUIET_MS = 300

/** A stop of the reader's cursor. */
interface Stop {
  node: Node
  /** The role, the name and the states, as they are spoken. */
  phrase: string
  /** The name alone. */
  name: string
}

/** How English calls the button that every modal has. A language is a chunk that comes later. */
const ENGLISH_CLOSE = 'Close'

/** The host's button that opens the modal, once it is drawn. */
const buttonOfPage = (): HTMLButtonElement | null | undefined =>
  document.querySelector('.top span')?.shadowRoot?.querySelector('button')
const elementOf = (node: Node): HTMLElement | null =>
  node instanceof HTMLElement ? node : node.parentElement

/** Goes through `container` from top to bottom, as a visitor does who has all of it read. */
async function readAll(container: Node): Promise<readonly Stop[]> {
  const stops: Stop[] = []
  await virtual.start({ container })
  try {
    let whole: Node | undefined
    for (let turn = 0; turn < MAX_STOPS; turn++) {
      const phrase = await virtual.lastSpokenPhrase()
      const node = virtual.activeNode
      if (!node || phrase.startsWith('end of dialog')) break
      if (whole && whole !== node && whole.contains(node)) {
        await virtual.next()
        continue
      }
      if (!SILENT.test(phrase) && (node !== container || stops.length === 0))
        stops.push({ node, phrase, name: await virtual.itemText() })
      whole = ONE_STOP.test(phrase) ? node : undefined
      await virtual.next()
    }
  } finally {
    await virtual.stop()
  }
  return stops
}

/** Whether a stop is what a journey calls `target`: a message key, or a name that is data. */
function isCalled({ node }: Stop, target: string): boolean {
  const element = elementOf(node)
  if (!element) return false
  return (
    element.dataset['keyLabel'] === target ||
    element.querySelector(`[data-key="${target}"]`) !== null ||
    [...element.querySelectorAll('.name')].some(({ textContent }) => textContent === target)
  )
}

export interface Visitor {
  readonly stage: Stage
  /** Presses the host's button with Enter, and reads the modal that opens. */
  opens(): Promise<void>
  /**
   * Presses what is called `target`: a message key, or the name of a wallet or a network. Then
   * reads what the view has become.
   * @param awaited the message key or the view that the press leads to
   */
  presses(target: string, awaited: string): Promise<void>
  /** Types into the field with this label, a message key. Then reads what the view has become. */
  types(words: string, awaited: string): Promise<void>
  /** Something that the visitor did not do happens. Then reads what the view has become. */
  meets(what: string, happen: () => unknown, awaited: string): Promise<void>
  /** Leaves the modal with Esc, and hears where the focus is. */
  leaves(): Promise<void>
  /** What was spoken so far, one phrase a line. Lines that begin with `>` say what was done. */
  transcript(): string
  /** The names that were spoken, without the reader's own words. */
  names(): readonly string[]
}

/** Creates a visitor of the page of this stage. */
export function createVisitor(stage: Stage): Visitor {
  const lines: string[] = []
  const names: string[] = []
  const dialog = (): HTMLDialogElement => stage.shadow.querySelector('dialog')!
  const hostButton = (): HTMLElement => buttonOfPage()!

  const isOpen = (): boolean =>
    document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog')?.open ?? false
  const isThere = (awaited: string): boolean =>
    dialog().querySelector(
      `[data-view="${awaited}"], [data-key="${awaited}"], [data-key-label="${awaited}"]`,
    ) !== null
  const quiet = async (): Promise<void> => {
    let last = ''
    let since = performance.now()
    for (; performance.now() - since < QUIET_MS;) {
      const now = dialog().innerHTML
      if (now !== last) since = performance.now()
      last = now
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const write = (stops: readonly Stop[]): void => {
    lines.push(...stops.map(({ phrase }) => phrase))
    names.push(...stops.map(({ name }) => name))
  }
  const reads = async (): Promise<void> => {
    lines.push('> reads all of it')
    write(await readAll(dialog()))
  }
  /** Does something and writes down what the reader says by itself meanwhile. */
  const does = async (
    what: string,
    act: () => unknown,
    wait: () => Promise<void>,
  ): Promise<void> => {
    lines.push(`> ${what}`)
    await virtual.start({ container: dialog() })
    await virtual.clearSpokenPhraseLog()
    await act()
    await wait()
    await settle(stage)
    await quiet()
    const spoken = (await virtual.spokenPhraseLog()).filter((phrase) => !SILENT.test(phrase))
    await virtual.stop()
    lines.push(...spoken)
    names.push(...spoken)
  }
  const comes = (awaited: string) => (): Promise<void> =>
    until(awaited, () => isThere(awaited), () => ` The modal reads "${stage.text()}".`)
  const find = async (target: string): Promise<Stop> => {
    const stops = await readAll(dialog())
    const found = stops.find((stop) => ONE_STOP.test(stop.phrase) && isCalled(stop, target))
    if (!found)
      throw new Error(`Nobody hears ${target}:\n${stops.map(({ phrase }) => phrase).join('\n')}`)
    return found
  }

  return {
    stage,
    async opens() {
      const { text, locale } = stage.kernel.ports.messages
      await until('the button', () => buttonOfPage())
      if (locale.get() !== 'en')
        await until(`the texts of ${locale.get()}`, () => text('ui.close') !== ENGLISH_CLOSE)
      const button = hostButton()
      lines.push('> comes to the page')
      write(await readAll(button))
      lines.push('> presses it')
      button.focus()
      await userEvent.keyboard('{Enter}')
      await until('the modal to open', () => isOpen())
      await until('all of it', () => !dialog().querySelector('.view .skeleton.row'))
      await settle(stage)
      await quiet()
      const focused = stage.shadow.activeElement
      const stops = await readAll(dialog())
      lines.push('> hears where the focus is')
      write(stops.filter(({ node }) => node === focused))
      lines.push('> reads all of it')
      write(stops)
    },
    async presses(target, awaited) {
      const { node, phrase } = await find(target)
      await does(
        `presses: ${phrase}`,
        () => {
          elementOf(node)!.focus()
          return userEvent.keyboard('{Enter}')
        },
        comes(awaited),
      )
      await reads()
    },
    async types(words, awaited) {
      await does(`types: ${words}`, () => stage.type(words), comes(awaited))
      await reads()
    },
    async meets(what, happen, awaited) {
      await does(what, happen, comes(awaited))
      await reads()
    },
    async leaves() {
      lines.push('> presses Esc')
      await userEvent.keyboard('{Escape}')
      await until('the modal to close', () => !dialog().open)
      lines.push('> hears where the focus is')
      if (hostButton().matches(':focus')) write(await readAll(hostButton()))
    },
    transcript: () => `${lines.join('\n')}\n`,
    names: () => names,
  }
}
