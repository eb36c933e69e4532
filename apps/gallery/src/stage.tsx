// Draws one scene at a time on the page, and waits until it is complete.
import { ConnectButton, EmbeddedModal, LatchkeyProvider, NetworkButton } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import type { Look } from './looks.js'
import { scenes } from './scenes/index.js'
import type { Scene, Stage } from './scenes/types.js'
import { makeWorld } from './world/makeWorld.js'
import type { MadeWorld } from './world/types.js'

/** The view that a scene draws. Scenes are named `View` or `View / state`. */
export const viewOf = (name: string): string => name.split(' / ')[0]!

/**
 * Waits until a condition holds.
 * @param instead says what is there when the wait is over
 * @throws an error that names `what` after 20 s
 */
export async function until(
  what: string,
  holds: () => unknown,
  instead = (): string => '',
): Promise<void> {
  for (const end = performance.now() + 20_000; !holds();) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}.${instead()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
/** An element's name, roughly as screen readers compute it. */
const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent).trim()

let clear = (): void => undefined
/** Removes the scene that is drawn, with its page and its kernel. */
export const clearStage = (): void => clear()

/** Draws the page of a host with our buttons on it, and the modal where the scene embeds it. */
function drawPage({ kernel }: MadeWorld): HTMLElement {
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

/** The actions and questions that a scene has for the modal on this page. */
function createStage(made: MadeWorld, page: HTMLElement): Stage {
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
      until(
        `"${words}"`,
        () => (typeof words === 'string' ? text().includes(words) : words.test(text())),
        () => ` ${kernel.ports.router.get().at(-1)?.view} reads "${text()}".`,
      ),
    push: (...views) =>
      views.forEach(([view, params]) =>
        // The casts let a scene name any view: `Account` stands for all of them.
        kernel.ports.router.push(view as 'Account', params as never),
      ),
    shows: (view) =>
      until(
        `${view} to be drawn`,
        () =>
          all('.view')[0]?.getAttribute('data-view') === view ||
          // An inline view, such as a tab, is drawn inside another one.
          all(`.view [data-view="${view}"]`).length > 0,
      ),
    type(words) {
      const field = all('input')[0] as HTMLInputElement
      // React tracks the value through the element's own setter, so the prototype's setter must be
      // called.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, words)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    async press(label) {
      await until(`a button ${label}`, () => find(label))
      find(label)!.click()
    },
  }
}

/** Draws the page of a host in the world of a scene, in English and dark, with its modal closed. */
export async function drawHost(
  { world: given, connected, offline }: Pick<Scene, 'world' | 'connected' | 'offline'>,
  { phone = false } = {},
): Promise<Stage> {
  clear()
  if (offline) Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  const { options, ...world } = (typeof given === 'function' ? await given() : given) ?? {}
  const made = makeWorld({ ...world, options: { mobile: phone, ...options } })
  const stage = createStage(made, drawPage(made))
  await made.kernel.ready
  if (connected) await made.kernel.connect('rabby')
  return stage
}

/**
 * Draws the scene of this name in English and dark, and waits until it is complete. `dress` changes
 * theme and language afterwards.
 * @param options `phone`: the kernel takes the page for a phone's
 * @throws if no scene has this name, or it is not complete within 20 s
 */
export async function show(name: string, options: { phone?: boolean } = {}): Promise<Stage> {
  const scene = scenes[name]
  if (!scene) throw new Error(`No scene is called ${name}.`)
  const stage = await drawHost(scene, options)
  const view = viewOf(name)
  if (scene.play) await scene.play(stage)
  else stage.kernel.open(view as 'Connect')
  await stage.shows(view)
  await stage.reads(scene.shows)
  if (!scene.loading)
    await until(`all of ${name}`, () => !stage.shadow.querySelector('.view .skeleton.row'))
  await settle(stage)
  return stage
}

/** Waits until all animations are finished, except endless ones. */
export async function settle({ shadow }: Stage): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const ending = shadow
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/** Changes theme and language of the scene, as a visitor's choice does. */
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
  // A language is a chunk that is loaded on first use.
  if (locale !== 'en' && english !== undefined)
    await until(`the texts of ${locale}`, () => messages.text('ui.close') !== english)
  await settle(stage)
}
