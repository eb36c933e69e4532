import type { EmbeddedContext } from '../options.js'

const POLL_MS = 1_000
/** The views in which a visitor sees the account, or changes its email. */
const ACCOUNT_VIEWS: ReadonlySet<string | undefined> = new Set([
  'Account',
  'ProfileWallets',
  'UpdateEmailWallet',
  'embedded.security',
])

/**
 * Compares the stored email each second while the account is shown: another tab may have changed it.
 * @param isConnected whether the account is one of this wallet
 * @param onChange called once for each change
 */
export function watchEmail(
  { storage, modal, router, onDispose }: EmbeddedContext,
  isConnected: () => boolean,
  onChange: () => void,
): void {
  let timer: ReturnType<typeof setInterval> | undefined
  let last = storage.get('email')
  const compare = (): void => {
    const now = storage.get('email')
    if (now === last) return
    last = now
    onChange()
  }
  const follow = (): void => {
    const isShown =
      modal.get().open && isConnected() && ACCOUNT_VIEWS.has(router.get().at(-1)?.view)
    if (isShown) timer ??= setInterval(compare, POLL_MS)
    else {
      clearInterval(timer)
      timer = undefined
    }
  }
  onDispose(modal.subscribe(follow))
  onDispose(router.subscribe(follow))
  onDispose(() => clearInterval(timer))
}
