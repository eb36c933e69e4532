import { SwitchChainError, UserRejectedRequestError } from 'viem'

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))
/** EIP-1193: the visitor said no, or closed the modal. */
const isRefusal = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === 4001

/** The error of a connect as wagmi's own connectors throw it, so that a host's checks by name work. */
export const toConnectError = (error: unknown): Error =>
  isRefusal(error) ? new UserRejectedRequestError(asError(error)) : asError(error)
/** The same for a switch of the chain. */
export const toSwitchError = (error: unknown): Error =>
  isRefusal(error)
    ? new UserRejectedRequestError(asError(error))
    : new SwitchChainError(asError(error))
