import { type FrameContext } from '../context.js'
import { tellAddress } from '../vault/untold.js'

/** Tells a keeper the address of an account. Nobody waits for it: where it is away, it is told later. */
export const tellKeeper = (context: FrameContext, account: string): void =>
  void tellAddress(context, account).catch(() => undefined)
