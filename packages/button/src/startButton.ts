import type { Kernel } from '@latchkey/kernel'
import type { Dispose, Observable, ThemeMode, ThemeState, ThemeTokens } from '@latchkey/plugin-api'
import { buttonCss } from './buttonCss.js'
import { remembered } from './remembered.js'

export interface StartOptions {
  /** Loads the module that makes the kernel and shows its modal (`mountModal(kernel)`). Called once; again after it failed. */
  load(): Promise<{ readonly kernel: Kernel }>
  /** As of the kernel that will be loaded: these say what is drawn before it is. */
  id?: string
  themeMode?: ThemeMode
  themeVariables?: ThemeTokens
  /** `false`: no wallet is remembered. */
  reconnect?: boolean
  /** Text of the button until the kernel's own catalogue has one. */
  text?: string
  /** `false`: loads nothing before somebody points at the button, unless a wallet is remembered. */
  idle?: boolean
}

const shorten = (address: string): string =>
  address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
/** As ui-react's avatars: the same dot before and after. */
const colorOf = (address: string): string =>
  `hsl(${[...address.toLowerCase()].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5) % 360} 65% 58%)`

function drawing(host: HTMLElement, system: MediaQueryList) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(buttonCss)
  root.adoptedStyleSheets = [sheet]
  const [button, label] = [document.createElement('button'), document.createElement('bdi')]
  button.type = 'button'
  button.part.add('button')
  button.append(label)
  root.replaceChildren(button)
  return {
    button,
    /** @param address `''`: one that is not known yet */
    show(address: string | undefined, text: string, key = 'ui.connectWallet'): void {
      button.className = address === undefined ? 'primary' : address ? 'used' : 'busy'
      button.ariaBusy = String(address === '')
      label.textContent = address ? shorten(address) : address === '' ? 'Loading' : text
      label.dataset['key'] = address ? '' : address === '' ? 'ui.loading' : key
      label.dir = address ? 'ltr' : 'auto'
      button.style.setProperty('--dot', colorOf(address ?? ''))
    },
    paint({ mode, variables }: ThemeState): void {
      button.toggleAttribute('light', mode === 'light' || (mode === 'auto' && system.matches))
      for (const [name, value] of Object.entries(variables))
        button.style.setProperty(`--${name}`, value)
    },
  }
}

/**
 * Draws the connect button into `host` at once, with the address of a remembered wallet, and loads the kernel when somebody points at it, when the page is idle, or by a click, which then opens the modal.
 * From then on it shows what the kernel says.
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
  const { button, show, paint } = drawing(host, system)
  const address = reconnect ? remembered(id) : undefined
  const ends: Dispose[] = []
  let looks = (): ThemeState => ({ mode, variables })
  const repaint = (): void => paint(looks())
  let isGone = false
  let loading: Promise<Kernel> | undefined
  const follow = ({
    ports: { accounts, activeNetwork, connections, messages, theme },
  }: Kernel): void => {
    const say = (key: string, otherwise: string): string => {
      const said = messages.text(key)
      return said === key ? otherwise : said
    }
    const update = (): void => {
      const { restoring, attempt } = connections.get()
      const key = attempt ? 'ui.connecting' : 'ui.connectWallet'
      show(
        accounts.active()?.address ?? (restoring ? address : undefined),
        say(key, attempt ? 'Connecting…' : text),
        key,
      )
      repaint()
    }
    looks = theme.get
    const sources: readonly Pick<Observable<unknown>, 'subscribe'>[] = [
      connections,
      activeNetwork,
      messages.revision,
      theme,
    ]
    for (const source of sources) ends.push(source.subscribe(update))
    update()
  }
  const begin = (): Promise<Kernel> =>
    (loading ??= load().then(
      ({ kernel }) => {
        if (!isGone) follow(kernel)
        return kernel
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  const ahead = (): void => void begin().catch(() => undefined)
  button.onpointerenter = button.onfocus = ahead
  button.onclick = () => void begin().then((kernel) => isGone || kernel.open(), reportError)
  repaint()
  system.addEventListener('change', repaint)
  show(address, text)
  if (idle || address !== undefined)
    (window.requestIdleCallback ?? setTimeout)(() => isGone || ahead())
  return () => {
    isGone = true
    button.remove()
    system.removeEventListener('change', repaint)
    for (const end of ends) end()
  }
}
