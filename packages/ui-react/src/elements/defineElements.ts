import type { Kernel } from '@latchkey/kernel'
import { brand, type Dispose } from '@latchkey/plugin-api'
import { drawButton, type ButtonKind } from '../buttons/drawButton.js'
import { mountModal } from '../mount/mountModal.js'

export interface ElementsOptions {
  /** First part of the elements' names. */
  prefix?: string
}
/** An element that works with a kernel: its own, else the nearest one's above it in the page. */
export interface KernelElement extends HTMLElement {
  kernel: Kernel | undefined
}

/** Told by an element whose kernel was set, to those below it that wait for one. */
const KERNEL_SET = `${brand.elementPrefix}:kernel-set`

const hasKernel = (node: Node): node is KernelElement => 'kernel' in node && !!node.kernel

/** The kernel of the nearest element above, through shadow roots. */
function nearestKernel(element: Node): Kernel | undefined {
  for (
    let at: Node | null = element;
    at;
    at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null)
  )
    if (hasKernel(at)) return at.kernel
  return undefined
}

/** Made when it is called: there is no HTMLElement on a server. */
function makeElement(
  live: (element: HTMLElement, kernel: Kernel | undefined) => Dispose,
  isOurs: (element: HTMLElement) => boolean,
): CustomElementConstructor {
  return class extends HTMLElement implements KernelElement {
    #own: Kernel | undefined
    #shown: { kernel: Kernel | undefined; end: Dispose } | undefined
    #listening: AbortController | undefined

    get kernel(): Kernel | undefined {
      return this.#own
    }
    set kernel(kernel: Kernel | undefined) {
      this.#own = kernel
      document.dispatchEvent(new Event(KERNEL_SET))
      this.#update()
    }
    connectedCallback(): void {
      if (!isOurs(this)) return
      // A server that renders a framework's page writes the property as an attribute: [object Object].
      this.removeAttribute('kernel')
      // Set before the element was defined: an own property that hides the accessor.
      if (Object.hasOwn(this, 'kernel')) {
        const early = Object.getOwnPropertyDescriptor(this, 'kernel')?.value as Kernel | undefined
        Reflect.deleteProperty(this, 'kernel')
        this.kernel = early
      }
      this.#listening = new AbortController()
      document.addEventListener(KERNEL_SET, () => this.#update(), {
        signal: this.#listening.signal,
      })
      this.#update()
    }
    disconnectedCallback(): void {
      this.#listening?.abort()
      // One that is only moved keeps what somebody looks at.
      if (this.#shown?.kernel?.ports.modal.get().open)
        queueMicrotask(() => this.isConnected || this.#end())
      else this.#end()
    }
    #end(): void {
      this.#shown?.end()
      this.#shown = undefined
    }
    #update(): void {
      if (!this.isConnected || !isOurs(this)) return
      const kernel = nearestKernel(this)
      if (this.#shown && this.#shown.kernel === kernel) return
      this.#shown?.end()
      this.#shown = { kernel, end: live(this, kernel) }
    }
  }
}

/** A button that brings its kernel's modal with it. */
const asButton =
  (kind: ButtonKind) =>
  (element: HTMLElement, kernel: Kernel | undefined): Dispose => {
    const ends = [drawButton(element, kind, kernel), ...(kernel ? [mountModal(kernel)] : [])]
    return () => {
      for (const end of ends) end()
    }
  }
const asModal = (element: HTMLElement, kernel: Kernel | undefined): Dispose =>
  kernel ? mountModal(kernel, { target: element, inline: true }) : () => undefined

/**
 * Defines `<latchkey-button>`, `<latchkey-account-button>`, `<latchkey-network-button>` and `<latchkey-modal>` (the views in the page, for `embedded`).
 * Names that are taken stay as they are: it may be called often.
 * @example defineElements(); document.querySelector('latchkey-button').kernel = kernel
 */
export function defineElements({ prefix = brand.elementPrefix }: ElementsOptions = {}): void {
  if (typeof customElements === 'undefined') return
  const define = (
    name: string,
    live: Parameters<typeof makeElement>[0],
    isOurs: (element: HTMLElement) => boolean = () => true,
  ): void => {
    const tag = `${prefix}-${name}`
    if (!customElements.get(tag)) customElements.define(tag, makeElement(live, isOurs))
  }
  define('button', asButton('connect'))
  define('account-button', asButton('account'))
  define('network-button', asButton('network'))
  // The element of an overlay has this name too, and is none of ours.
  define('modal', asModal, (element) => !element.hasAttribute('data-overlay'))
}
