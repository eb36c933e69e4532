const SAFE_HOST = 'app.safe.global'

/** Whether the page runs inside the Safe app: framed, and the parent origin's host equal to Safe's, not merely ending with it. */
export function isSafeApp(view: { self: unknown; top: unknown; location: { ancestorOrigins?: ArrayLike<string> }; document?: { referrer?: string } }): boolean {
  if (view.self === view.top) return false
  const parent = view.location.ancestorOrigins?.[0] ?? view.document?.referrer
  try {
    return new URL(parent ?? '').host === SAFE_HOST
  } catch {
    return false
  }
}
