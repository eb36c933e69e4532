import type { Connector } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'

/**
 * Whether a connector belongs to a further wallet that claims the id of `first`. Chain plugins add a
 * suffix to the id of the later one, also when the first belongs to another chain.
 */
const isFurtherClaimant = (first: Connector, { id }: Connector): boolean =>
  id.startsWith(`${first.id}:`)

/** The ids of the other connectors whose wallets claim to be this one. */
export const claimantsOf = (
  { get }: KernelCore['connectors'],
  connector: Connector,
): readonly string[] =>
  get()
    .map(({ value }) => value)
    .filter((other) => isFurtherClaimant(connector, other))
    .map(({ id }) => id)

/** Whether another wallet of the page claims to be this one, or claimed it before. */
export const isContested = ({ get }: KernelCore['connectors'], connector: Connector): boolean =>
  connector.contested === true ||
  get().some(
    ({ value }) => isFurtherClaimant(connector, value) || isFurtherClaimant(value, connector),
  )
