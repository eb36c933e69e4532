// Draws one scene at a time on the page, and waits until it stands.
import { ConnectButton, EmbeddedModal, LatchkeyProvider, NetworkButton } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import type { Look } from './looks.js'
import { scenes } from './scenes/index.js'
import { makeWorld, type Made, type World } from './world.js'

/** A view in one of its states. */
export interface Scene {
  /** Words in English by which one sees that it stands. */
  shows: string | RegExp
  world?: World | (() => World | Promise<World>)
  /** Where it can be met; everywhere if left out. */
  only?: 'phone' | 'desktop'
  /** Rows are still on their way. */
  loading?: true
  /** The browser says that it is offline. */
  offline?: true
  /** The modal stands in the page. */
  inPage?: true
  /** The view id from the scene's name is opened; with a wallet where this is set. */
  connected?: true
  /** Instead of opening the view: gets there by itself. */
  play?(stage: Stage): void | Promise<void>
}
export type Scenes = Readonly<Record<string, Scene>>
/** Scenes are named `View` or `View / state`. */
export const viewOf = (name: string): string => name.split(' / ')[0]!

export interface Stage extends Made {
  readonly shadow: ShadowRoot
  /** What a person reads in the modal. */
  text(): string
  /** Waits until these words are there. */
  reads(words: string | RegExp): Promise<void>
  press(label: string | RegExp): Promise<void>
  /** Waits until a view is drawn. */
  shows(view: string): Promise<void>
  /** Into the search field. */
  type(words: string): void
  /** Puts views on the stack, as somebody who came that way. */
  push(...views: readonly (readonly [view: string, params?: unknown])[]): void
}

/** Resolves when it holds. @throws with `what` after 20 s */
export async function until(what: string, holds: () => unknown): Promise<void> {
  for (const end = performance.now() + 20_000; !holds();) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent).trim()

let clear = (): void => undefined
export const clearStage = (): void => clear()

/** The page of a host, with our buttons on it. */
function drawPage(made: Made): HTMLElement {
  const { kernel } = made
  const page = document.createElement('div')
  document.body.append(page)
  const root = createRoot(page)
  const { embedded } = kernel.ports.options.get()
  root.render(
    <LatchkeyProvider kernel={kernel}>
      <div className="top">
        <ConnectButton />
        <NetworkButton />
      </div>
      {embedded && (
        <div className="embedded">
          <EmbeddedModal kernel={kernel} />
        </div>
      )}
    </LatchkeyProvider>,
  )
  clear = () => {
    clear = () => undefined
    Reflect.deleteProperty(navigator, 'onLine')
    root.unmount()
    kernel.dispose()
    page.remove()
  }
  return page
}

function stageOf(made: Made, page: HTMLElement): Stage {
  const { kernel } = made
  const modal = (): ShadowRoot | undefined =>
    (page.querySelector('.embedded latchkey-modal') ?? document.querySelector('latchkey-modal'))
      ?.shadowRoot ?? undefined
  const all = (selector: string): HTMLElement[] => [
    ...(modal()?.querySelectorAll<HTMLElement>(selector) ?? []),
  ]
  const find = (label: string | RegExp): HTMLElement | undefined =>
    all('button,a,summary,label').find((each) =>
      typeof label === 'string' ? nameOf(each) === label : label.test(nameOf(each)),
    )
  const text = (): string =>
    all('.card, .toasts')
      .map(({ textContent }) => textContent)
      .join(' ')
  return {
    ...made,
    text,
    get shadow() {
      return modal()!
    },
    reads: (words) =>
      until(`"${words}"`, () =>
        typeof words === 'string' ? text().includes(words) : words.test(text()),
      ),
    push: (...views) =>
      views.forEach(([view, params]) =>
        kernel.ports.router.push(view as 'Account', params as never),
      ),
    shows: (view) =>
      until(`${view} to be drawn`, () => all('.view')[0]?.getAttribute('data-view') === view),
    type(words) {
      const field = all('input')[0] as HTMLInputElement
      // React follows the field's own setter.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, words)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    async press(label) {
      await until(`a button ${label}`, () => find(label))
      find(label)!.click()
    },
  }
}

/** Draws a scene in English and dark; looks are put on afterwards. */
export async function show(name: string, { phone = false } = {}): Promise<Stage> {
  const scene = scenes[name]
  if (!scene) throw new Error(`No scene is called ${name}.`)
  clear()
  if (scene.offline)
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  const { options, ...world } =
    (typeof scene.world === 'function' ? await scene.world() : scene.world) ?? {}
  const made = makeWorld({ ...world, options: { mobile: phone, ...options } })
  const page = drawPage(made)
  const stage = stageOf(made, page)
  const view = viewOf(name)
  await made.kernel.ready
  if (scene.connected) await made.kernel.connect('rabby')
  if (scene.play) await scene.play(stage)
  else made.kernel.open(view as 'Connect')
  await stage.shows(view)
  await stage.reads(scene.shows)
  if (!scene.loading)
    await until(`all of ${name}`, () => !stage.shadow.querySelector('.view .skeleton.row'))
  await settle(stage)
  return stage
}

/** Waits until nothing moves any more but what moves for ever. */
export async function settle({ shadow }: Stage): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const ending = shadow
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/** Puts a look on what stands there, as a visitor's choice would. */
export async function dress(stage: Stage, { theme, locale }: Look): Promise<void> {
  const { kernel } = stage
  const { messages } = kernel.ports
  const english = messages.locale.get() === 'en' ? messages.text('ui.close') : undefined
  document.body.dataset['theme'] = theme
  kernel.setOptions({ themeMode: theme, locale })
  const root = stage.shadow.querySelector('.root')
  await until(
    `${theme} in ${locale}`,
    () => root?.getAttribute('data-theme') === theme && root.getAttribute('lang') === locale,
  )
  // A language is a chunk of its own, and on its way the first time.
  if (locale !== 'en' && english !== undefined)
    await until(`the texts of ${locale}`, () => messages.text('ui.close') !== english)
  await settle(stage)
}
