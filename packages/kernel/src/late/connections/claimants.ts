import type { Connector } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'

/** Whether `id` is that of a second wallet with the claim of `first`: chain plugins add a suffix to the id of whoever comes later, also where the first is of another chain. */
const isNext = (first: Connector, { id }: Connector): boolean => id.startsWith(`${first.id}:`)

/** The ids of the others that claim what this connector's id stands for. */
export const claimantsOf = (
  { get }: KernelCore['connectors'],
  connector: Connector,
): readonly string[] =>
  get()
    .map(({ value }) => value)
    .filter((other) => isNext(connector, other))
    .map(({ id }) => id)

/** Whether another wallet of the page claims to be this one. */
export const isContested = ({ get }: KernelCore['connectors'], connector: Connector): boolean =>
  connector.contested === true ||
  get().some(({ value }) => isNext(connector, value) || isNext(value, connector))
