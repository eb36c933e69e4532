import type { Kernel } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'
import { preload } from '../mount/mountModal.js'
import { shorten } from '../shorten.js'
import { applyTheme, toSheet } from '../theme/applyTheme.js'
import { buttonTokens } from '../theme/buttonTokens.js'
import { directionOf } from '../theme/direction.js'
import { avatarColor } from './avatarColor.js'
import { css } from './button.css?text'

export type ButtonKind = 'connect' | 'account' | 'network'
type Look = 'hidden' | 'busy' | 'primary' | 'plain' | 'warning' | 'off'
type Key = keyof typeof defaults
interface Face {
  look: Look
  text: string
  /** Message key of the text, if it comes from the catalogue. */
  key?: Key
  /** Colour of the dot before an address. */
  color?: string
}

/** The few texts that a button needs before the catalogue is loaded. */
const defaults = {
  'ui.connectWallet': 'Connect wallet',
  'ui.connecting': 'Connecting…',
  'ui.selectNetwork': 'Select network',
  'ui.loading': 'Loading',
} as const

function faceOf(kind: ButtonKind, { ports }: Kernel): Face {
  const { restoring, attempt } = ports.connections.get()
  const account = ports.accounts.active()
  const say = (look: Look, key: Key): Face => {
    const text = ports.messages.text(key)
    return { look, key, text: text === key ? defaults[key] : text }
  }
  if (kind === 'network') {
    const network = ports.activeNetwork.current()
    const look = !ports.options.get().networkSwitching
      ? 'off'
      : network?.supported === false
        ? 'warning'
        : 'plain'
    return network ? { look, text: network.name } : say(look, 'ui.selectNetwork')
  }
  if (account)
    return { look: 'plain', text: shorten(account.address), color: avatarColor(account.address) }
  if (kind === 'account') return { look: 'hidden', text: '' }
  return restoring
    ? say('busy', 'ui.loading')
    : say('primary', attempt ? 'ui.connecting' : 'ui.connectWallet')
}

/**
 * Draws one of the three buttons into a shadow root on `host`, and updates it. Shows a skeleton
 * while there is no kernel. A child with `slot="label"` replaces the text.
 */
export function drawButton(
  host: HTMLElement,
  kind: ButtonKind,
  kernel: Kernel | undefined,
): Dispose {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const make = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
  ): HTMLElementTagNameMap[Name] => document.createElement(name)
  const [button, dot, slot, label] = [make('button'), make('i'), make('slot'), make('bdi')]
  button.part.add('button')
  slot.name = 'label'
  slot.append(label)
  button.append(dot, slot)
  root.adoptedStyleSheets = [toSheet(css)]
  root.replaceChildren(button)
  const show = ({ look, text, key, color }: Face): void => {
    host.toggleAttribute('data-empty', look === 'hidden')
    button.dataset['look'] = look
    button.ariaBusy = String(look === 'busy')
    button.ariaDisabled = String(look === 'busy' || look === 'off')
    label.textContent = text
    label.dataset['key'] = key ?? ''
    label.dir = color ? 'ltr' : 'auto'
    dot.hidden = !color
    dot.style.background = color ?? ''
  }
  const ends: Dispose[] = [() => root.replaceChildren()]
  if (kernel) ends.push(...attachKernel(button, kind, kernel, show))
  else show({ look: 'busy', text: '' })
  return () => {
    for (const end of ends) end()
  }
}

function attachKernel(
  button: HTMLButtonElement,
  kind: ButtonKind,
  kernel: Kernel,
  show: (face: Face) => void,
): readonly Dispose[] {
  const { connections, activeNetwork, networks, messages, options } = kernel.ports
  const update = (): void => {
    button.dir = directionOf(messages.locale.get())
    show(faceOf(kind, kernel))
  }
  const ahead = (): void => {
    if (options.get().prefetch !== 'none') preload(kernel)
  }
  button.onpointerenter = ahead
  button.onfocus = ahead
  button.onclick = () => {
    if (button.ariaDisabled === 'true') return
    if (kind === 'connect') kernel.open()
    else kernel.open(kind === 'account' ? 'Account' : 'Networks')
  }
  update()
  return [
    applyTheme(button, kernel, buttonTokens),
    ...[connections, activeNetwork, networks, messages.revision, options].map(
      ({ subscribe }: { subscribe(listener: () => void): Dispose }) => subscribe(update),
    ),
  ]
}
