import type { MethodRule, Namespace, RpcClass } from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'
import { own } from '../support/own.js'

/** The strictest class first. It wins where two plugins classify one method. */
const CLASSES: readonly RpcClass[] = ['send', 'sign', 'wallet-state', 'read']

/**
 * How requests of a method are treated, by its exact name. A method has one class. Nodes may answer
 * it if a policy with that class says so.
 */
export function ruleOf(
  { policies, options }: Pick<KernelCore, 'policies' | 'options'>,
  method: unknown,
  namespace: Namespace,
): MethodRule {
  const { allow, nodes, deny } = options.get().rpcPolicy ?? {}
  const isText = typeof method === 'string'
  const denied = isText && !!deny?.includes(method)
  if (!isText || denied) return { denied, class: undefined, nodes: false }
  const policiesHere = [
    { methods: allow, nodes },
    ...policies.flatMap(({ value }) => (value.namespace === namespace ? [value] : [])),
  ]
  const cls = CLASSES.find((each) =>
    policiesHere.some(({ methods }) => own(methods, method) === each),
  )
  const isForNodes =
    (cls === 'read' || cls === 'send') &&
    policiesHere.some((each) => each.nodes?.includes(method) && own(each.methods, method) === cls)
  return { denied, class: cls, nodes: isForNodes }
}

/** The methods and events that a session asks its wallet for in a namespace. */
export function sessionOf(
  core: Pick<KernelCore, 'policies' | 'options' | 'adapters'>,
  namespace: Namespace,
): { methods: readonly string[]; events: readonly string[] } {
  const sessions = [
    core.adapters.find(namespace)?.value.session,
    ...core.policies.flatMap(({ value }) => (value.namespace === namespace ? [value.session] : [])),
  ]
  const all = (key: 'methods' | 'events'): string[] => [
    ...new Set(sessions.flatMap((session) => session?.[key] ?? [])),
  ]
  return {
    methods: all('methods').filter((method) => !ruleOf(core, method, namespace).denied),
    events: all('events'),
  }
}
