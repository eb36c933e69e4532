import type { ResolvedOptions } from '@latchkey/kernel'
import type { AccountAction } from '@latchkey/plugin-api'

/**
 * Whether a feature is on. A contribution without a feature, or with one that the options do not
 * know, is always on.
 */
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
/**
 * Whether a contribution wants to be shown for this account and network. If its `when` throws, it
 * is not shown.
 */
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
