// What the Solana runtime refuses, in the words of a node's JSON-RPC.

/** In the order of the runtime's numbers. */
const TRANSACTION =
  'AccountInUse AccountLoadedTwice AccountNotFound ProgramAccountNotFound InsufficientFundsForFee InvalidAccountForFee AlreadyProcessed BlockhashNotFound CallChainTooDeep MissingSignatureForFee InvalidAccountIndex SignatureFailure InvalidProgramForExecution SanitizeFailure'.split(
    ' ',
  )
const INSTRUCTION =
  'GenericError InvalidArgument InvalidInstructionData InvalidAccountData AccountDataTooSmall InsufficientFunds IncorrectProgramId MissingRequiredSignature AccountAlreadyInitialized UninitializedAccount'.split(
    ' ',
  )

/** @param {number} code @param {string} message @param {unknown} [data] */
export const rpcError = (code, message, data) =>
  Object.assign(new Error(message), { rpc: { code, message, ...(data !== undefined && { data }) } })

/** @param {any} inner */
const instructionError = (inner) =>
  typeof inner === 'number'
    ? (INSTRUCTION[inner] ?? `InstructionError${inner}`)
    : { Custom: inner?.code ?? 0 }

/** @param {any} error of the runtime */
export function nameOf(error) {
  if (typeof error === 'number') return TRANSACTION[error] ?? `TransactionError${error}`
  if (typeof error?.err === 'function')
    return { InstructionError: [error.index, instructionError(error.err())] }
  return {
    [String(error?.constructor?.name).replace('TransactionError', '')]: {
      account_index: error?.accountIndex ?? error?.index,
    },
  }
}

/**
 * Why a node takes a transaction not at all.
 * @param {any} failed
 */
export function refusal(failed) {
  const err = nameOf(failed.err())
  if (err === 'SignatureFailure')
    return rpcError(-32003, 'Transaction signature verification failure')
  return rpcError(-32002, `Transaction simulation failed: ${JSON.stringify(err)}`, {
    err,
    logs: failed.meta().logs(),
  })
}
export const unknownBlockhash = () =>
  rpcError(-32002, 'Transaction simulation failed: Blockhash not found', {
    err: 'BlockhashNotFound',
    logs: [],
  })
