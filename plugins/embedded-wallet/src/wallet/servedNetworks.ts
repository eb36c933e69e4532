import { isFrameNetwork } from '../protocol/index.js'
import type { NetworksOf } from './networks.js'

/** The networks among these that the frame supports. */
export const servedNetworks = (networks: NetworksOf): NetworksOf =>
  Object.fromEntries(
    Object.entries(networks)
      .map(([name, list]) => [name, list.filter(({ id }) => isFrameNetwork(id))] as const)
      .filter(([, list]) => list.length),
  )
