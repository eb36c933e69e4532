import type { FrameNotice } from '@latchkey/embedded-wallet/protocol'
import type { FrameConfig } from './link/config.js'
import type { SignedNonce } from './rpc/signedNonces.js'
import type { Session } from './session/session.js'
import type { Records } from './smart/records.js'
import type { Homes } from './wallet/homes.js'
import type { Wallet } from './wallet/wallet.js'

/** The parts of the frame's page that requests, and its own pages, work with. */
export interface Parts {
  self: Window & typeof globalThis
  config: FrameConfig
  session: Session
  homes: Homes
  wallet: Wallet
  signed: Map<string, SignedNonce>
  /** The operations of this browser, loaded when they are first needed. */
  records: () => Promise<Records>
  tell: (notice: FrameNotice) => void
}
