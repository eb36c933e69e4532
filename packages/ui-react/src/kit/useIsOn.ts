import { usePorts } from '../context.js'
import { useObservable } from '../useObservable.js'
import { isOn } from '../views/shared/features.js'

/**
 * Gives a function that says whether the host has a feature on, for actions that a plugin's view
 * draws. `undefined`, and a feature that nobody knows, are on.
 * @example const isOn = useIsOn(); actions.filter(({ feature }) => isOn(feature))
 */
export function useIsOn(): (feature: string | undefined) => boolean {
  const options = useObservable(usePorts().options)
  return (feature) => isOn(feature, options)
}
