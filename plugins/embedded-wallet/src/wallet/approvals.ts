import { isLatchkeyError, LatchkeyError, type Slice } from '@latchkey/plugin-api'
import type { EmbeddedState } from '../api.js'
import type { EmbeddedContext } from '../options.js'
import { MAX_QUEUED_REQUESTS } from '../protocol/index.js'

/** Asks the frame. `submitted` is called once it is carrying the request out. */
type Ask<T> = (signal: AbortSignal, submitted: () => void) => Promise<T>

/** Requests that wait for the visitor, and the view over which the frame is laid. */
export interface Approvals {
  /**
   * Shows the frame while `ask` runs. Leaving the view declines, until `ask` says that the frame is carrying the
   * request out.
   * @throws `wallet.user_rejected` where the visitor left the view, `wallet.request_pending` beyond
   * 20, and what `ask` throws
   */
  run<T>(signal: AbortSignal | undefined, ask: Ask<T>): Promise<T>
  /** The frame has nothing to show any more: of requests that it is carrying out the visitor is done. */
  hidden(): void
  /** Gives up all that wait: the account, the session, or the site's use of the wallet has changed. */
  rejectAll(): void
}

const VIEW = 'ApproveTransaction'

/** Shows and hides the view, and tells when the visitor leaves it. */
class ApproveScreen {
  readonly #ctx: EmbeddedContext
  /** The plugin opens or closes the view itself, which answers nothing. */
  #isMoving = false
  #wasOpen = false

  constructor(ctx: EmbeddedContext, onLeave: () => void) {
    this.#ctx = ctx
    const check = (): void => {
      if (!this.#isMoving && !this.#isOnTop()) onLeave()
    }
    ctx.onDispose(ctx.router.subscribe(check))
    ctx.onDispose(ctx.modal.subscribe(check))
  }

  show(): void {
    const { modal, router } = this.#ctx
    if (this.#isOnTop()) return
    this.#wasOpen = modal.get().open
    this.#move(() => (this.#wasOpen ? router.push(VIEW) : modal.open(VIEW)))
  }

  hide(): void {
    const { modal, router } = this.#ctx
    if (this.#isOnTop()) this.#move(() => (this.#wasOpen ? router.back() : void modal.close()))
  }

  #isOnTop(): boolean {
    const { modal, router } = this.#ctx
    return modal.get().open && router.get().at(-1)?.view === VIEW
  }

  #move(run: () => void): void {
    this.#isMoving = true
    try {
      run()
    } finally {
      this.#isMoving = false
    }
  }
}

/** One request that waits. */
interface Waiting {
  readonly controller: AbortController
  /** The visitor left the view before the frame carried it out. */
  isDeclined: boolean
  isSubmitted: boolean
}

class FrameApprovals implements Approvals {
  readonly #slice: Slice<EmbeddedState>
  readonly #screen: ApproveScreen | undefined
  readonly #waiting = new Set<Waiting>()

  constructor(ctx: EmbeddedContext, slice: Slice<EmbeddedState>, hasViews: boolean) {
    this.#slice = slice
    this.#screen = hasViews ? new ApproveScreen(ctx, () => this.#decline()) : undefined
  }

  async run<T>(signal: AbortSignal | undefined, ask: Ask<T>): Promise<T> {
    if (this.#waiting.size >= MAX_QUEUED_REQUESTS)
      throw new LatchkeyError(
        'wallet.request_pending',
        'Twenty requests wait for the visitor already: answer these first.',
      )
    const controller = new AbortController()
    const entry: Waiting = { controller, isDeclined: false, isSubmitted: false }
    this.#waiting.add(entry)
    this.#slice.set({ approvals: this.#waiting.size })
    try {
      this.#screen?.show()
      const given = AbortSignal.any([controller.signal, ...(signal ? [signal] : [])])
      return await ask(given, () => (entry.isSubmitted = true))
    } catch (error) {
      if (!entry.isDeclined || entry.isSubmitted || !isLatchkeyError(error, 'kernel.aborted'))
        throw error
      throw new LatchkeyError('wallet.user_rejected', 'The visitor left the approval.', {
        cause: { code: 4001, message: 'The visitor left the approval.' },
      })
    } finally {
      this.#end(entry)
    }
  }

  rejectAll(): void {
    for (const entry of [...this.#waiting]) {
      entry.controller.abort()
      this.#end(entry)
    }
  }

  hidden(): void {
    for (const entry of [...this.#waiting]) if (entry.isSubmitted) this.#end(entry)
  }

  #decline(): void {
    for (const entry of [...this.#waiting]) {
      // A request that the frame carries out already ends as it ends.
      if (entry.isSubmitted) continue
      entry.isDeclined = true
      entry.controller.abort()
    }
  }

  #end(entry: Waiting): void {
    if (!this.#waiting.delete(entry)) return
    this.#slice.set({ approvals: this.#waiting.size })
    if (!this.#waiting.size) this.#screen?.hide()
  }
}

/** @param hasViews whether the modal shows the frame; a container of the host shows it by itself */
export const createApprovals = (
  ctx: EmbeddedContext,
  slice: Slice<EmbeddedState>,
  { hasViews }: { hasViews: boolean },
): Approvals => new FrameApprovals(ctx, slice, hasViews)
