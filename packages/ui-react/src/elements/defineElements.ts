import type { Kernel } from '@latchkey/kernel'
import { brand, type Dispose } from '@latchkey/plugin-api'
import { drawButton, type ButtonKind } from '../buttons/drawButton.js'
import { mountModal } from '../mount/mountModal.js'

export interface ElementsOptions {
  /** Prefix of the elements' names. */
  prefix?: string
}
/**
 * An element that works with a kernel: its own `kernel` property, else that of the nearest such
 * element above it in the page.
 */
export interface KernelElement extends HTMLElement {
  kernel: Kernel | undefined
}

/**
 * Event that an element dispatches when its kernel is set, for the elements below it that wait for
 * one.
 */
const KERNEL_SET = `${brand.elementPrefix}:kernel-set`

const hasKernel = (node: Node): node is KernelElement => 'kernel' in node && !!node.kernel

/** Finds the kernel of the nearest element above, also outside of the shadow root. */
function nearestKernel(element: Node): Kernel | undefined {
  for (
    let at: Node | null = element;
    at;
    at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null)
  )
    if (hasKernel(at)) return at.kernel
  return undefined
}

/** Creates the base class on call, because a server has no HTMLElement. */
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
      // A framework that renders on a server writes the property as an attribute, "[object
      // Object]".
      this.removeAttribute('kernel')
      // A kernel that was set before the element was defined is an own property, which hides the
      // accessor.
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
      // An element that is only moved in the page keeps its modal open.
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

/** A button that also puts its kernel's modal on the page. */
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
 * Defines `<latchkey-button>`, `<latchkey-account-button>`, `<latchkey-network-button>` and
 * `<latchkey-modal>` (the views in the page, for `embedded`). Names that are already defined are
 * left alone, so it may be called often.
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
  // The overlay's element has this name too, but it is not an embedded modal.
  define('modal', asModal, (element) => !element.hasAttribute('data-overlay'))
}
