import type { MethodRule, Namespace, RpcClass } from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'
import { own } from '../support/own.js'

/** The strictest first: a method that two plugins speak for is what the stricter one says. */
const CLASSES: readonly RpcClass[] = ['send', 'sign', 'wallet-state', 'read']

/** How the door treats a method, by its exact name. It is in one class; a node may answer it where whoever says that class says so too. */
export function ruleOf(
  { policies, options }: Pick<KernelCore, 'policies' | 'options'>,
  method: unknown,
  namespace: Namespace,
): MethodRule {
  const { allow, nodes, deny } = options.get().rpcPolicy ?? {}
  const isText = typeof method === 'string'
  const denied = isText && !!deny?.includes(method)
  if (!isText || denied) return { denied, class: undefined, nodes: false }
  const said = [
    { methods: allow, nodes },
    ...policies.flatMap(({ value }) => (value.namespace === namespace ? [value] : [])),
  ]
  const cls = CLASSES.find((each) => said.some(({ methods }) => own(methods, method) === each))
  const isForNodes =
    (cls === 'read' || cls === 'send') &&
    said.some((each) => each.nodes?.includes(method) && own(each.methods, method) === cls)
  return { denied, class: cls, nodes: isForNodes }
}

/** What sessions ask wallets for in a namespace. */
export function sessionOf(
  core: Pick<KernelCore, 'policies' | 'options' | 'adapters'>,
  namespace: Namespace,
): { methods: readonly string[]; events: readonly string[] } {
  const wishes = [
    core.adapters.find(namespace)?.value.session,
    ...core.policies.flatMap(({ value }) => (value.namespace === namespace ? [value.session] : [])),
  ]
  const all = (key: 'methods' | 'events'): string[] => [
    ...new Set(wishes.flatMap((wish) => wish?.[key] ?? [])),
  ]
  return {
    methods: all('methods').filter((method) => !ruleOf(core, method, namespace).denied),
    events: all('events'),
  }
}
