import { brand } from '@latchkey/plugin-api'

const SAFE_APP = 'https://app.safe.global'

interface View {
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

/** Where a browser names no ancestors, only the first page in the frame is told its parent; the pages after it are told the one before them. */
function told(view: View): string | undefined {
  const [referrer, memory] = [originOf(view.document?.referrer), `${brand.storagePrefix}-safe-app`]
  try {
    if (referrer === SAFE_APP) view.sessionStorage?.setItem(memory, SAFE_APP)
    else if (referrer === view.location.origin)
      return view.sessionStorage?.getItem(memory) ?? undefined
  } catch {
    // Blocked storage.
  }
  return referrer
}

/** Origin of the Safe app around the page: framed, and the parent's origin equal to Safe's, not merely ending with it. `undefined` elsewhere. */
export function safeOrigin(view: View): string | undefined {
  if (view.self === view.top) return undefined
  const [parent] = Array.from(view.location.ancestorOrigins ?? [])
  return (parent === undefined ? told(view) : originOf(parent)) === SAFE_APP ? SAFE_APP : undefined
}

/** Whether the page runs inside the Safe app. */
export const isSafeApp = (view: View): boolean => safeOrigin(view) !== undefined
