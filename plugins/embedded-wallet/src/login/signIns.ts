import { type Slice, type ViewId } from '@latchkey/plugin-api'
import type { EmbeddedState } from '../api.js'
import { aborted } from '../errors.js'
import type { EmbeddedContext } from '../options.js'
import { noteUnderWay, type Way } from './underWay.js'

/** The sign-in that is under way, of whichever kind, and the connects that wait for one. */
export interface SignIns {
  /** Ends the sign-in before, and puts the state of the next in its place. */
  begin(state: Partial<EmbeddedState>): AbortController
  /** Notes for a page that takes the place of this one that the sign-in is under way, until it ends. */
  keep(way: Way): void
  /** Ends with the sign-in that is under way. */
  readonly signal: AbortSignal
  /** Whether somebody signed in and is being connected. */
  readonly isConnecting: boolean
  /** Connects who signed in: as a part of the connects that wait, or else by one of its own. */
  finish(): Promise<void>
  /** Gives up the sign-in, and the connects that wait for it. */
  cancel(): void
  /**
   * Shows the ways to sign in, waits until somebody signed in, and connects them as a part of it.
   * @throws `embedded.aborted`, and what `connect` throws
   */
  wait<T>(signal: AbortSignal, connect: () => Promise<T>): Promise<T>
  /** Shows a view of a sign-in in the modal. Nothing on a page with views of its own. */
  show(view: SignInView): void
}
/** The views of a sign-in. */
export type SignInView = ViewId &
  (
    | 'Connect'
    | 'EmailLogin'
    | 'embedded.code'
    | 'embedded.device'
    | 'embedded.social'
    | 'ConnectingFarcaster'
  )

interface Needs {
  ctx: EmbeddedContext
  slice: Slice<EmbeddedState>
  /** The view from which a connect of the host goes on. */
  first: SignInView
  /** Whether the modal shows the steps; a page without it has its own, by `state`. */
  hasViews: boolean
  /** Connects the person who signed in, where no connect waits for it. */
  connect(): Promise<void>
}

interface Waiter {
  /** Connects who signed in, and settles the wait. @throws what the connect throws */
  connect(): Promise<unknown>
  reject(error: unknown): void
}

/** No sign-in is under way. */
const NONE = {
  step: 'idle',
  error: undefined,
  accepted: false,
  isAsking: false,
  social: { status: 'idle' },
} as const satisfies Partial<EmbeddedState>

const WAITING_VIEWS: ReadonlySet<ViewId | undefined> = new Set<SignInView>([
  'embedded.code',
  'embedded.social',
  'ConnectingFarcaster',
])

class OneSignIn implements SignIns {
  readonly #needs: Needs
  readonly #waiters = new Set<Waiter>()
  #current = new AbortController()
  #isConnecting = false

  constructor(needs: Needs) {
    this.#needs = needs
    const { ctx } = needs
    ctx.onDispose(
      ctx.events.on('modal:closed', () => {
        if (!this.#isConnecting) this.cancel()
      }),
    )
    ctx.onDispose(() => this.#current.abort())
  }

  get signal(): AbortSignal {
    return this.#current.signal
  }
  get isConnecting(): boolean {
    return this.#isConnecting
  }

  begin(state: Partial<EmbeddedState>): AbortController {
    this.#current.abort()
    this.#current = new AbortController()
    this.#needs.slice.set({ ...NONE, ...state })
    return this.#current
  }

  keep(way: Way): void {
    noteUnderWay(this.#needs.ctx, way)
    this.signal.addEventListener('abort', () => noteUnderWay(this.#needs.ctx, undefined), {
      once: true,
    })
  }

  async finish(): Promise<void> {
    const waiters = [...this.#waiters]
    this.#isConnecting = true
    try {
      if (waiters.length) await Promise.all(waiters.map((waiter) => waiter.connect()))
      else await this.#needs.connect()
      noteUnderWay(this.#needs.ctx, undefined)
    } finally {
      this.#isConnecting = false
    }
  }

  cancel(): void {
    this.#current.abort()
    const error = aborted('connect email')
    for (const { reject } of [...this.#waiters]) reject(error)
    // A sign-in that succeeded is not undone.
    this.#needs.slice.set(({ social }) => ({
      ...NONE,
      social: social.status === 'success' ? social : NONE.social,
    }))
    const { modal, router } = this.#needs.ctx
    // A view that waits for a sign-in has nothing to show without one.
    if (modal.get().open && WAITING_VIEWS.has(router.get().at(-1)?.view)) router.back()
  }

  wait<T>(signal: AbortSignal, connect: () => Promise<T>): Promise<T> {
    const { ctx, first } = this.#needs
    return new Promise<T>((resolve, reject) => {
      const onAbort = (): void => waiter.reject(aborted('connect email'))
      const leave = (): void => {
        this.#waiters.delete(waiter)
        signal.removeEventListener('abort', onAbort)
      }
      const waiter: Waiter = {
        connect() {
          leave()
          const connecting = connect()
          connecting.then(resolve, reject)
          return connecting
        },
        reject: (error) => (leave(), reject(error)),
      }
      if (signal.aborted) return waiter.reject(aborted('connect email'))
      this.#waiters.add(waiter)
      signal.addEventListener('abort', onAbort, { once: true })
      this.show(first)
      ctx.signal.addEventListener('abort', onAbort, { once: true, signal })
    })
  }

  show(view: SignInView): void {
    if (!this.#needs.hasViews) return
    const { modal, router } = this.#needs.ctx
    const top = router.get().at(-1)?.view
    if (!modal.get().open) modal.open(view)
    else if (top === 'embedded.device' && view === 'embedded.code') router.replace(view)
    else if (top !== view) router.push(view)
  }
}

/** Makes the one sign-in of a kernel. */
export const createSignIns = (needs: Needs): SignIns => new OneSignIn(needs)
