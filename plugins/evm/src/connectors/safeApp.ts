import { brand } from '@latchkey/plugin-api'

const SAFE_APP = 'https://app.safe.global'

interface PageWindow {
  self: unknown
  top: unknown
  location: { ancestorOrigins?: ArrayLike<string>; origin?: string }
  document?: { referrer?: string }
  readonly sessionStorage?: Pick<Storage, 'getItem' | 'setItem'>
}

const originOf = (url: string | undefined): string | undefined => {
  try {
    return new URL(url ?? '').origin
  } catch {
    return undefined
  }
}

/**
 * The parent's origin by the referrer, for browsers without `ancestorOrigins`. Only the first page
 * in the frame has its parent as referrer, so the origin is remembered for the pages after it.
 */
function parentByReferrer(view: PageWindow): string | undefined {
  const [referrer, memory] = [originOf(view.document?.referrer), `${brand.storagePrefix}-safe-app`]
  try {
    if (referrer === SAFE_APP) view.sessionStorage?.setItem(memory, SAFE_APP)
    else if (referrer === view.location.origin)
      return view.sessionStorage?.getItem(memory) ?? undefined
  } catch {
    // The storage is blocked.
  }
  return referrer
}

/**
 * The origin of the Safe app around the page. `undefined` where the page is not in a frame, or the
 * parent's origin is not exactly Safe's.
 */
export function safeOrigin(view: PageWindow): string | undefined {
  if (view.self === view.top) return undefined
  const [parent] = Array.from(view.location.ancestorOrigins ?? [])
  return (parent === undefined ? parentByReferrer(view) : originOf(parent)) === SAFE_APP
    ? SAFE_APP
    : undefined
}

/** Whether the page runs inside the Safe app. */
export const isSafeApp = (view: PageWindow): boolean => safeOrigin(view) !== undefined
