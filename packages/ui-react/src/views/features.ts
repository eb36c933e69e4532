import type { ResolvedOptions } from '@latchkey/kernel'
import type { AccountAction } from '@latchkey/plugin-api'

/** Whether a known feature is on; what names no feature, or one that nobody knows, is always on. */
export function isOn(
  feature: string | undefined,
  { features, remoteFeatures }: ResolvedOptions,
): boolean {
  if (feature === undefined) return true
  const all: Readonly<Record<string, unknown>> = { ...remoteFeatures, ...features }
  const value = Object.hasOwn(all, feature) ? all[feature] : true
  return Array.isArray(value) ? value.length > 0 : !!value
}

type Placed = Pick<AccountAction, 'when'>
/** Whether a contribution wants to be shown for this account and network. One that throws does not. */
export function isPlaced(
  { when }: Placed,
  state: Parameters<NonNullable<Placed['when']>>[0],
): boolean {
  try {
    return when?.(state) ?? true
  } catch {
    return false
  }
}
