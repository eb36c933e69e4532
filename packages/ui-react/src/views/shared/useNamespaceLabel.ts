import type { Namespace } from '@latchkey/plugin-api'
import { knownNamespaces } from '@latchkey/plugin-api/namespaces'
import { usePorts } from '../../context.js'
import { useObservable } from '../../useObservable.js'

/** The name of a chain family on screen: its adapter's label, else a known label, else its id. */
export function useNamespaceLabel(): (namespace: Namespace) => string {
  const adapters = useObservable(usePorts().adapters)
  return (namespace) =>
    adapters.find(({ value }) => value.namespace === namespace)?.value.label ??
    (Object.hasOwn(knownNamespaces, namespace) ? knownNamespaces[namespace]?.label : undefined) ??
    namespace
}
