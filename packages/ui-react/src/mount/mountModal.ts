import type { Kernel } from '@latchkey/kernel'
import { brand, type Dispose } from '@latchkey/plugin-api'
import { translations } from '../messages/translations.js'

export interface MountOptions {
  /** Where the modal's element goes. Left out: to the end of the body, unless the kernel says otherwise (`append: false`, `embedded`). */
  target?: Element | DocumentFragment
  /** The views stand in the page, without overlay: what `embedded` of the kernel says, if left out. */
  inline?: boolean
}

interface Mounted {
  readonly element: HTMLElement
  users: number
  /** Puts the element where it belongs, if it is nowhere. */
  place(): void
  load(): void
  /** Loads and opens what has to be there now. */
  update(): void
  dispose(): void
}

// eslint-disable-next-line latchkey/no-module-state -- one modal a kernel, however many providers, buttons and elements ask for it
const mounts = new WeakMap<Kernel, Mounted>()

/** The element is made at once, what is in it when it is first opened or a plugin puts something on its stage. */
function create(kernel: Kernel, isInline: boolean): Mounted {
  const { modal, stage, late, messages, reportViewError } = kernel.ports
  const element = document.createElement(`${brand.elementPrefix}-modal`)
  element.dataset['overlay'] = ''
  const ends: Dispose[] = []
  let isGone = false
  let isLoading = false
  const load = (): void => {
    if (isLoading) return
    isLoading = true
    import('../modal/startModal.js')
      .then(({ startModal }) => isGone || ends.push(startModal(kernel, element, isInline)))
      .catch((error: unknown) => {
        isLoading = false
        reportViewError('modal', error)
        // What stands in the page would open again, and load, for ever.
        if (!isInline) modal.close()
      })
  }
  const mounted: Mounted = {
    element,
    users: 0,
    load,
    place: () => undefined,
    update() {
      // A page that changes by swapping its body took it along.
      mounted.place()
      if (isInline || modal.get().open || stage.get().length) load()
      // What stands in the page is open for as long as it stands there. Not within a close: that has the last word on what is shown. Nor after the kernel's end, which it refuses.
      if (isInline && element.isConnected)
        Promise.resolve()
          .then(() => isGone || modal.get().open || modal.open())
          .catch(() => undefined)
    },
    dispose() {
      isGone = true
      for (const end of ends.reverse()) end()
      element.remove()
    },
  }
  const { update } = mounted
  ends.push(modal.subscribe(update), stage.subscribe(update), messages.add(translations()))
  const stop = late.whenLoaded?.(({ toasts }) => ends.push(toasts.subscribe(load)))
  if (stop) ends.push(stop)
  return mounted
}

/**
 * Shows a kernel's modal on this page, for hosts without React. Nothing is loaded before it is opened.
 * Several calls for one kernel share one modal; it goes with the last one's disposal.
 * @returns gives it back; `element` is the modal's element
 * @example const unmount = mountModal(kernel)
 */
export function mountModal(
  kernel: Kernel,
  { target, inline }: MountOptions = {},
): Dispose & { readonly element?: HTMLElement } {
  if (typeof document === 'undefined') return () => undefined
  const { embedded, append } = kernel.ports.options.get()
  const mounted = mounts.get(kernel) ?? create(kernel, inline ?? embedded)
  mounts.set(kernel, mounted)
  mounted.users++
  const { element } = mounted
  if (target || (append && !embedded && !element.isConnected)) {
    // Never moved once it is somewhere: frames on its stage would load again.
    mounted.place = () => element.isConnected || (target ?? document.body).append(element)
  }
  mounted.update()
  let isDone = false
  const unmount = (): void => {
    if (isDone) return
    isDone = true
    if (--mounted.users) return
    mounts.delete(kernel)
    mounted.dispose()
  }
  return Object.assign(unmount, { element })
}

/** Fetches what opening needs, ahead of the click. */
export function preload(kernel: Kernel): void {
  mounts.get(kernel)?.load()
  kernel.ports.late.load().catch(() => undefined)
}
