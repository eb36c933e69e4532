import { knownNamespaces, type Namespace } from '@latchkey/plugin-api'
import { usePorts } from '../session/context.js'
import { useObservable } from '../useObservable.js'

/** What a chain family is called on screen: as its adapter says, as it is known, else its id. */
export function useNamespaceLabel(): (namespace: Namespace) => string {
  const adapters = useObservable(usePorts().adapters)
  return (namespace) =>
    adapters.find(({ value }) => value.namespace === namespace)?.value.label ??
    (Object.hasOwn(knownNamespaces, namespace) ? knownNamespaces[namespace]?.label : undefined) ??
    namespace
}
