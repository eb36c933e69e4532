import type { Kernel } from '@latchkey/kernel'
import type { Dispose, Observable, ThemeMode, ThemeState, ThemeTokens } from '@latchkey/plugin-api'
import { css } from './button.css?text'
import { readRememberedAddress } from './remembered.js'

/** The module that is loaded when the kernel is first needed. */
export interface Loaded {
  readonly kernel: Kernel
  /** `preload` of `@latchkey/ui-react`. */
  preload?(kernel: Kernel): void
}

/** Options of {@link startButton}. */
export interface StartOptions {
  /**
   * Loads the module that makes the kernel and mounts its modal (`mountModal(kernel)`). Called once,
   * and again after it failed. Where that module has ui-react's `preload` too, the modal is loaded
   * when the visitor points at the button or focuses it, unless the kernel's `prefetch` is `none`.
   */
  load(): Promise<Loaded>
  /** The options of the kernel that will be loaded: the button is drawn by them before that. */
  id?: string
  themeMode?: ThemeMode
  themeVariables?: ThemeTokens
  /** `false`: does not show a remembered wallet. */
  reconnect?: boolean
  /** Text of the button until the kernel's own catalogue has one. */
  text?: string
  /** `false`: loads only when the visitor points at the button, or where a wallet is remembered. */
  idle?: boolean
}

const shorten = (address: string): string =>
  address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
/**
 * The colour of an address: FNV-1a of its letters as a hue. ui-react's avatars compute the same, so
 * that the colour stays when ui-react draws the address.
 */
const colorOf = (address: string): string => {
  const hash = [...address.toLowerCase()].reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) >>> 0,
    0x811c9dc5,
  )
  return `hsl(${hash % 360} 65% 58%)`
}

type Drawing = ReturnType<typeof createDrawing>
/** Draws the button into the host's shadow root. `system`: matches where the visitor prefers light. */
function createDrawing(host: HTMLElement, system: MediaQueryList) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const [button, label] = [document.createElement('button'), document.createElement('bdi')]
  button.type = 'button'
  button.part.add('button')
  button.append(label)
  root.replaceChildren(button)
  return {
    button,
    /**
     * Shows the address, or `text` where there is none.
     * @param address `''` where a wallet is remembered and its address is not known yet
     * @param key of `text` in the message catalogue; tests find the label by it
     */
    show(address: string | undefined, text: string, key = 'ui.connectWallet'): void {
      button.className = address === undefined ? 'primary' : address ? 'used' : 'busy'
      button.ariaBusy = String(address === '')
      label.textContent = address ? shorten(address) : address === '' ? 'Loading' : text
      label.dataset['key'] = address ? '' : address === '' ? 'ui.loading' : key
      label.dir = address ? 'ltr' : 'auto'
      button.style.setProperty('--dot', colorOf(address ?? ''))
    },
    /** Applies the theme. */
    paint({ mode, variables }: ThemeState): void {
      button.toggleAttribute('light', mode === 'light' || (mode === 'auto' && system.matches))
      for (const [name, value] of Object.entries(variables))
        button.style.setProperty(`--${name}`, value ?? '')
    },
  }
}

/**
 * Keeps the button in step with the kernel.
 * @param drawn the address and the text that the button shows until the kernel has its own
 * @returns a function that stops it
 */
function followKernel(
  { ports: { accounts, activeNetwork, connections, messages, theme } }: Kernel,
  { show, paint }: Drawing,
  { address, text }: { address: string | undefined; text: string },
): Dispose {
  // The catalogue returns a key that it does not have.
  const textOf = (key: string, otherwise: string): string => {
    const found = messages.text(key)
    return found === key ? otherwise : found
  }
  const update = (): void => {
    const { restoring, attempt } = connections.get()
    const key = attempt ? 'ui.connecting' : 'ui.connectWallet'
    const label = textOf(key, attempt ? 'Connecting…' : text)
    show(accounts.active()?.address ?? (restoring ? address : undefined), label, key)
    paint(theme.get())
  }
  const sources: readonly Pick<Observable<unknown>, 'subscribe'>[] = [
    connections,
    activeNetwork,
    messages.revision,
    theme,
  ]
  const stops = sources.map((source) => source.subscribe(update))
  update()
  return () => stops.forEach((stop) => stop())
}

/**
 * Draws the connect button into `host` at once, with the address of a remembered wallet. It loads the
 * kernel when the visitor points at it, when the page is idle, or by a click, which then opens the
 * modal. Once loaded, the button shows the kernel's state.
 * @example startButton(document.querySelector('#connect'), { load: () => import('./latchkey.js') })
 */
export function startButton(
  host: HTMLElement,
  {
    load,
    id = 'default',
    themeMode: mode = 'dark',
    themeVariables: variables = {},
    reconnect = true,
    text = 'Connect wallet',
    idle = true,
  }: StartOptions,
): Dispose {
  const system = matchMedia('(prefers-color-scheme:light)')
  const drawing = createDrawing(host, system)
  const { button, show, paint } = drawing
  const address = reconnect ? readRememberedAddress(id) : undefined
  let readTheme = (): ThemeState => ({ mode, variables })
  const repaint = (): void => paint(readTheme())
  let stopFollowing: Dispose = () => undefined
  let isGone = false
  let loading: Promise<Loaded> | undefined
  const loadOnce = (): Promise<Loaded> =>
    (loading ??= load().then(
      (loaded) => {
        const { kernel } = loaded
        if (isGone) return loaded
        readTheme = kernel.ports.theme.get
        stopFollowing = followKernel(kernel, drawing, { address, text })
        return loaded
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  const preloadModal = ({ kernel, preload }: Loaded): void => {
    if (!isGone && kernel.ports.options.get().prefetch !== 'none') preload?.(kernel)
  }
  // A failure is told by the click, which loads again.
  const ignore = (): void => undefined
  button.onpointerenter = button.onfocus = () => void loadOnce().then(preloadModal).catch(ignore)
  button.onclick = () => void loadOnce().then(({ kernel }) => isGone || kernel.open(), reportError)
  repaint()
  system.addEventListener('change', repaint)
  show(address, text)
  if (idle || address !== undefined)
    (window.requestIdleCallback ?? setTimeout)(() => isGone || loadOnce().catch(ignore))
  return () => {
    isGone = true
    button.remove()
    system.removeEventListener('change', repaint)
    stopFollowing()
  }
}
