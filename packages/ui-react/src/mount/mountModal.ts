import type { Kernel } from '@latchkey/kernel'
import { brand, type Dispose } from '@latchkey/plugin-api'

export interface MountOptions {
  /** Where the modal's element goes. Left out: to the end of the body, unless the kernel says otherwise (`append: false`, `embedded`). */
  target?: Element | DocumentFragment
  /** `false`: the element is made but put nowhere. */
  append?: boolean
  /** The views stand in the page, without overlay: what `embedded` of the kernel says, if left out. */
  inline?: boolean
}

interface Mounted {
  readonly element: HTMLElement
  users: number
  load(): Promise<void>
  dispose(): void
}

// eslint-disable-next-line latchkey/no-module-state -- one modal a kernel, however many providers, buttons and elements ask for it
const mounts = new WeakMap<Kernel, Mounted>()

/** The element is made at once, what is in it when it is first opened or a plugin puts something on its stage. */
function create(kernel: Kernel, isInline: boolean): Mounted {
  const { modal, stage, late, reportViewError } = kernel.ports
  const element = document.createElement(`${brand.elementPrefix}-modal`)
  element.setAttribute('data-overlay', '')
  const ends: Dispose[] = []
  let isGone = false
  let loading: Promise<void> | undefined
  const load = (): Promise<void> => loading ??= import('../modal/startModal.js').then(
    ({ startModal }) => {
      if (!isGone) ends.push(startModal(kernel, element, isInline))
    },
    (error: unknown) => {
      loading = undefined
      reportViewError('modal', error)
      if (modal.get().open) modal.close()
    },
  )
  const wanted = (): void => {
    if (isInline || modal.get().open || stage.get().length) void load()
  }
  ends.push(modal.subscribe(wanted), stage.subscribe(wanted))
  const watchToasts = late.whenLoaded?.(({ toasts }) => ends.push(toasts.subscribe((toast) => toast && void load())))
  if (watchToasts) ends.push(watchToasts)
  wanted()
  return {
    element,
    users: 0,
    load,
    dispose() {
      isGone = true
      for (const end of ends.splice(0).reverse()) end()
      element.remove()
    },
  }
}

/**
 * Shows a kernel's modal on this page, for hosts without React. Nothing is loaded before it is opened.
 * Several calls for one kernel share one modal; it goes with the last one's disposal.
 * @returns gives it back; `element` is the modal's element
 * @example const unmount = mountModal(kernel)
 */
export function mountModal(kernel: Kernel, { target, append, inline }: MountOptions = {}): Dispose & { readonly element: HTMLElement | undefined } {
  if (typeof document === 'undefined') return Object.assign(() => undefined, { element: undefined })
  const options = kernel.ports.options.get()
  const mounted = mounts.get(kernel) ?? create(kernel, inline ?? options.embedded)
  mounts.set(kernel, mounted)
  mounted.users++
  const { element } = mounted
  // Never moved once it is somewhere: frames on its stage would load again.
  if (!element.isConnected) {
    if (target) target.append(element)
    else if (append ?? (options.append && !options.embedded && !inline)) document.body.append(element)
  }
  let isDone = false
  return Object.assign(() => {
    if (isDone) return
    isDone = true
    if (--mounted.users) return
    mounts.delete(kernel)
    mounted.dispose()
  }, { element })
}

/** Fetches what opening needs, ahead of the click. */
export function preload(kernel: Kernel): void {
  void mounts.get(kernel)?.load()
  kernel.ports.late.load().catch(() => undefined)
}
