import type { MachineState, SwapEvent } from '../machine/machine.js'
import type { Offer } from '../services/market.js'
import type { Deal } from './buildDeal.js'

export type Machine = MachineState<Offer, Deal>
export type Event = SwapEvent<Offer, Deal>
