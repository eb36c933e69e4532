/**
 * The account of a namespace in one object: fields of the kernel, and those that plugins hold. In an
 * entry of its own, so that only pages that import it load it.
 * @packageDocumentation
 */
import {
  createToken,
  type AccountFieldHolder,
  type Namespace,
  type Observable,
} from '@latchkey/plugin-api'
import type { Kernel } from '../types.js'
import { createView, type AccountView } from './createView.js'

export type { AccountView }

type Ports = Kernel['ports']

/** The views of one kernel, each made once. */
function createViews(ports: Ports): (namespace: Namespace) => Observable<AccountView> {
  const holders = ports.points.open(createToken<AccountFieldHolder>('account.fields'))
  const made = new Map<Namespace, Observable<AccountView>>()
  const warned = new Set<string>()
  const warnOnce = (message: string): void => {
    if (!warned.has(message)) ports.log.warn(message)
    warned.add(message)
  }
  return (namespace) => {
    const view = made.get(namespace) ?? createView({ ports, holders, namespace, warnOnce })
    made.set(namespace, view)
    return view
  }
}

// eslint-disable-next-line latchkey/no-module-state -- an extension point is opened once in a kernel's life
const views = new WeakMap<Ports, ReturnType<typeof createViews>>()

/**
 * Everything that is known of the account in use in a namespace, as one object: the 19 fields of
 * `AccountFields`, and those that plugins add. A field that nobody holds is absent; one without a value
 * now is `undefined`.
 *
 * Native balance and names are asked for while somebody is subscribed, and only then; `get` alone
 * answers what is known. The same content is the same object, and the same namespace the same observable.
 * @param kernel of `createKernel`
 * @param namespace CAIP-2, such as `eip155`
 * @example
 * const view = accountView(kernel, 'eip155')
 * view.subscribe(({ profileName, address, balance }) => draw(profileName ?? address, balance))
 */
export function accountView(
  { ports }: Pick<Kernel, 'ports'>,
  namespace: Namespace,
): Observable<AccountView> {
  const all = views.get(ports) ?? createViews(ports)
  views.set(ports, all)
  return all(namespace)
}
