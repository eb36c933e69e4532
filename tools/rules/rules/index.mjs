import { contractIsLeaf } from './contractIsLeaf.mjs'
import { coreKnowsNoChain } from './coreKnowsNoChain.mjs'
import { frontDoor } from './frontDoor.mjs'
import { kernelPorts } from './kernelPorts.mjs'
import { noCycles } from './noCycles.mjs'
import { noOrphans } from './noOrphans.mjs'
import { pluginSeesContract } from './pluginSeesContract.mjs'
import { reactOnlyInReact } from './reactOnlyInReact.mjs'
import { sdkIsLazy } from './sdkIsLazy.mjs'
import { uiRing } from './uiRing.mjs'
import { mittWall, tsyringeWall } from './walls.mjs'

/** The rules of the architecture, in the order in which it lists them. */
export const RULES = [
  contractIsLeaf,
  kernelPorts,
  tsyringeWall,
  mittWall,
  uiRing,
  pluginSeesContract,
  reactOnlyInReact,
  sdkIsLazy,
  coreKnowsNoChain,
  frontDoor,
  noCycles,
  noOrphans,
]
