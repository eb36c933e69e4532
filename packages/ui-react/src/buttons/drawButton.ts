import type { Kernel } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'
import { preload } from '../mount/mountModal.js'
import { shorten } from '../shorten.js'
import { applyTheme, toSheet } from '../theme/applyTheme.js'
import { directionOf } from '../theme/direction.js'
import { avatarColor } from './avatarColor.js'
import { buttonCss } from './buttonCss.js'

export type ButtonKind = 'connect' | 'account' | 'network'

interface Face {
  /** Nothing to show, not even a skeleton. */
  empty?: boolean
  busy?: boolean
  primary?: boolean
  warning?: boolean
  disabled?: boolean
  text?: string
  /** Address or amount: left to right in every language. */
  isCode?: boolean
  color?: string
  image?: string | undefined
}

const defaults = { 'ui.connectWallet': 'Connect wallet', 'ui.connecting': 'Connecting…', 'ui.selectNetwork': 'Select network', 'ui.loading': 'Loading' } as const

function faceOf(kind: ButtonKind, { ports }: Kernel, say: (key: keyof typeof defaults) => string, known: ReadonlyMap<string, string>): Face {
  const { restoring, attempt } = ports.connections.get()
  const account = ports.accounts.active()
  if (kind === 'network') {
    const network = ports.activeNetwork.current()
    const { networkSwitching } = ports.options.get()
    return { text: network?.name ?? say('ui.selectNetwork'), warning: network?.supported === false, disabled: !networkSwitching, image: network && known.get(network.id) }
  }
  if (account) return { text: known.get(account.address) ?? shorten(account.address), isCode: true, color: avatarColor(account.address) }
  if (kind === 'account') return { empty: true }
  if (restoring) return { busy: true, text: say('ui.loading') }
  return { primary: true, text: say(attempt ? 'ui.connecting' : 'ui.connectWallet') }
}

/** Puts what a face says on the button, touching only what differs. */
function draw(host: HTMLElement, button: HTMLButtonElement, label: HTMLElement, face: Face): void {
  host.toggleAttribute('data-empty', !!face.empty)
  button.toggleAttribute('data-primary', !!face.primary)
  button.toggleAttribute('data-warning', !!face.warning)
  button.setAttribute('aria-busy', String(!!face.busy))
  button.setAttribute('aria-disabled', String(!!face.disabled || !!face.busy))
  label.textContent = face.text ?? ''
  label.dir = face.isCode ? 'ltr' : 'auto'
  button.querySelector('img,i')?.remove()
  if (face.image) button.prepend(Object.assign(document.createElement('img'), { src: face.image, alt: '' }))
  else if (face.color) {
    const dot = document.createElement('i')
    dot.style.background = face.color
    button.prepend(dot)
  }
}

/** What a face needs and cannot know at once: the adapter's way to write an address, a network's picture. */
async function learn(kind: ButtonKind, { ports }: Kernel, known: Map<string, string>): Promise<boolean> {
  const account = ports.accounts.active()
  const network = ports.activeNetwork.current()
  const keep = (key: string, value: string | undefined): boolean => !!value && !known.has(key) && !!known.set(key, value)
  if (kind !== 'network') return !!account && !known.has(account.address) && keep(account.address, (await ports.adapter(account.namespace)).formatAddress(account.address))
  return !!network?.assets && !known.has(network.id) && keep(network.id, await ports.late.now()?.image('network', network.assets))
}

/**
 * Draws one of the three buttons into a shadow root on `host`, and keeps it true. Without a kernel it shows a skeleton.
 * A child with `slot="label"` replaces the text.
 */
export function drawButton(host: HTMLElement, kind: ButtonKind, kernel: Kernel | undefined): Dispose {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const button = document.createElement('button')
  const slot = Object.assign(document.createElement('slot'), { name: 'label' })
  const label = document.createElement('bdi')
  Object.assign(button, { type: 'button' }).part.add('button')
  slot.append(label)
  button.append(slot)
  root.adoptedStyleSheets = [toSheet(buttonCss)]
  root.replaceChildren(button)
  if (!kernel) {
    draw(host, button, label, { busy: true })
    return () => root.replaceChildren()
  }
  const { ports } = kernel
  const known = new Map<string, string>()
  let isGone = false
  const update = (): void => {
    if (isGone) return
    const say = (key: keyof typeof defaults): string => {
      const text = ports.messages.text(key)
      return text === key ? defaults[key] : text
    }
    button.dir = directionOf(ports.messages.locale.get())
    draw(host, button, label, faceOf(kind, kernel, say, known))
    learn(kind, kernel, known).then((isNew) => isNew && update(), () => undefined)
  }
  const ends = [applyTheme(button, kernel), ...[ports.connections, ports.activeNetwork, ports.networks, ports.messages.revision, ports.options].map(({ subscribe }: { subscribe(listener: () => void): Dispose }) => subscribe(update))]
  const ahead = (): void => preload(kernel)
  button.addEventListener('pointerenter', ahead)
  button.addEventListener('focus', ahead)
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') === 'true') return
    if (kind === 'connect') kernel.open()
    else kernel.open(kind === 'account' ? 'Account' : 'Networks')
  })
  update()
  return () => {
    isGone = true
    for (const end of ends) end()
    root.replaceChildren()
  }
}
