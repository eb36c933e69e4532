import type { Connector } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'

/** Whether `id` is that of a second wallet with the claim of `first`: chain plugins add a suffix to the id of whoever comes later. */
const isNext = (first: Connector, { id, namespaces }: Connector): boolean => id.startsWith(`${first.id}:`) && namespaces.some((namespace) => first.namespaces.includes(namespace))

/** The ids of the others that claim what this connector's id stands for. */
export const claimantsOf = ({ get }: KernelCore['connectors'], connector: Connector): readonly string[] =>
  get().map(({ value }) => value).filter((other) => isNext(connector, other)).map(({ id }) => id)

/** Whether another wallet of the page claims to be this one. */
export const isContested = ({ get }: KernelCore['connectors'], connector: Connector): boolean =>
  get().some(({ value }) => isNext(connector, value) || isNext(value, connector))
