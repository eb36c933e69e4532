const SAFE_HOST = 'app.safe.global'

interface View {
  self: unknown
  top: unknown
  location: { ancestorOrigins?: ArrayLike<string> }
  document?: { referrer?: string }
}

/** Origin of the Safe app around the page: framed, and the parent origin's host equal to Safe's, not merely ending with it. `undefined` elsewhere. */
export function safeOrigin(view: View): string | undefined {
  if (view.self === view.top) return undefined
  try {
    const { host, origin } = new URL(view.location.ancestorOrigins?.[0] ?? view.document?.referrer ?? '')
    return host === SAFE_HOST ? origin : undefined
  } catch {
    return undefined
  }
}

/** Whether the page runs inside the Safe app. */
export const isSafeApp = (view: View): boolean => safeOrigin(view) !== undefined
