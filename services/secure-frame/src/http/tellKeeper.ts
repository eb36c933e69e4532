import { type FrameContext } from '../context.js'
import { noteAddress } from '../vault/wallets.js'

/** Tells a keeper the address of an account. Nobody waits for it, and it is said again later. */
export const tellKeeper = (context: FrameContext, account: string): void =>
  void noteAddress(context, account).catch(() => undefined)
