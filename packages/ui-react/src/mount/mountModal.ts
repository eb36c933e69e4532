import type { Kernel } from '@latchkey/kernel'
import { brand, type Dispose } from '@latchkey/plugin-api'
import { translations } from '../messages/translations.js'
import { savesData, whenIdle } from './whenIdle.js'

export interface MountOptions {
  /**
   * Parent of the modal's element. If left out, the end of the body, unless the kernel says
   * otherwise (`append: false`, `embedded`).
   */
  target?: Element | DocumentFragment
  /**
   * Draws the views in the page, without an overlay. The kernel's option `embedded` if left out.
   */
  inline?: boolean
}

interface Mounted {
  readonly element: HTMLElement
  users: number
  /** Puts the element into its parent if it is not in a document. */
  place(): void
  /** @param isAhead whether nobody asked for it yet: then a failure is nobody's concern */
  load(isAhead?: boolean): void
  /** Loads the modal if it is needed now. */
  update(): void
  dispose(): void
}

// eslint-disable-next-line latchkey/no-module-state -- all providers, buttons and elements of a kernel share one modal
const mounts = new WeakMap<Kernel, Mounted>()

/**
 * Creates the element at once. Its content is loaded as the option `prefetch` says, and at the latest
 * when the modal is first opened or a plugin puts an element on the stage.
 */
function create(kernel: Kernel, isInline: boolean): Mounted {
  const { modal, options, stage, late, messages, reportViewError } = kernel.ports
  const element = document.createElement(`${brand.elementPrefix}-modal`)
  element.dataset['overlay'] = ''
  const ends: Dispose[] = []
  let isGone = false
  let isLoading = false
  let isAsked = false
  const load = (isAhead = false): void => {
    isAsked ||= !isAhead
    if (isLoading) return
    isLoading = true
    import('../modal/startModal.js')
      .then(({ startModal }) => isGone || ends.push(startModal(kernel, element, isInline)))
      .catch((error: unknown) => {
        isLoading = false
        // The opening loads it again.
        if (!isAsked) return
        isAsked = false
        reportViewError('modal', error)
        // A modal in the page would open again and load without end.
        if (!isInline) modal.close()
      })
  }
  let waitUntilIdle = (): void => {
    waitUntilIdle = () => undefined
    const loadIfWanted = (): void => {
      if (options.get().prefetch === 'idle') preload(kernel)
    }
    if (!savesData()) ends.push(whenIdle(loadIfWanted))
  }
  const mounted: Mounted = {
    element,
    users: 0,
    load,
    place: () => undefined,
    update() {
      // A page that navigates by swapping its body has removed the element with the old body.
      mounted.place()
      if (isInline || modal.get().open || stage.get().length) load()
      if (options.get().prefetch === 'idle') waitUntilIdle()
      // A modal in the page is open as long as its element is there. It is opened again in a later
      // task, because the close that is running sets the state last, and not after the kernel was
      // disposed, which would throw.
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
  ends.push(
    modal.subscribe(update),
    stage.subscribe(update),
    options.subscribe(update),
    messages.add(translations()),
  )
  const stop = late.whenLoaded?.(({ toasts }) => ends.push(toasts.subscribe(() => load())))
  if (stop) ends.push(stop)
  return mounted
}

/**
 * Shows a kernel's modal on this page, for hosts without React. The modal is loaded as the kernel's
 * option `prefetch` says, at the latest when it is opened. Several calls for one kernel share one
 * modal, which is removed when the last of them is disposed.
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
    // An element that is in a document is never moved, because iframes on its stage would load
    // again.
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

/**
 * Loads the modal ahead of its opening and draws it into its closed dialog, whatever the kernel's
 * option `prefetch` says: for a page with a button of its own. It may be called often, on hover,
 * focus or press. No wallet is asked and no event is emitted before the modal opens. The kernel's
 * modal must be mounted.
 * @example button.onpointerenter = () => preload(kernel)
 */
export function preload(kernel: Kernel): void {
  mounts.get(kernel)?.load(true)
  kernel.ports.late.ahead().catch(() => undefined)
}
