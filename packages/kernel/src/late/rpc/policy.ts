import type { Namespace, RpcClass } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { own } from '../../support/own.js'

/** The strictest first: a method that two plugins speak for is what the stricter one says. */
const CLASSES: readonly RpcClass[] = ['send', 'sign', 'wallet-state', 'read']

/** What a method does, by its exact name; `undefined`: nobody speaks for it, or the host denies it. A method is in one class. */
export function classOf({ policies, options }: Pick<KernelCore, 'policies' | 'options'>, method: unknown, namespace: Namespace): RpcClass | undefined {
  const { allow, deny } = options.get().rpcPolicy ?? {}
  if (typeof method !== 'string' || deny?.includes(method)) return undefined
  const said = [allow, ...policies.filter(({ value }) => value.namespace === namespace).map(({ value }) => value.methods)].map((methods) => own(methods, method))
  return CLASSES.find((cls) => said.includes(cls))
}
