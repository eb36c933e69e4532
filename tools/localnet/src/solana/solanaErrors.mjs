// Converts errors of the Solana runtime (`litesvm`) into the errors that a node's JSON-RPC answers.

/** Names of transaction errors, by the number that the runtime gives. */
const TRANSACTION_ERRORS = [
  'AccountInUse',
  'AccountLoadedTwice',
  'AccountNotFound',
  'ProgramAccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'AlreadyProcessed',
  'BlockhashNotFound',
  'CallChainTooDeep',
  'MissingSignatureForFee',
  'InvalidAccountIndex',
  'SignatureFailure',
  'InvalidProgramForExecution',
  'SanitizeFailure',
]
/** Names of instruction errors, by the number that the runtime gives. */
const INSTRUCTION_ERRORS = [
  'GenericError',
  'InvalidArgument',
  'InvalidInstructionData',
  'InvalidAccountData',
  'AccountDataTooSmall',
  'InsufficientFunds',
  'IncorrectProgramId',
  'MissingRequiredSignature',
  'AccountAlreadyInitialized',
  'UninitializedAccount',
]

/**
 * An error with the JSON-RPC error object that the server answers in `rpc`.
 * @param {number} code @param {string} message @param {unknown} [data]
 */
export const rpcError = (code, message, data) =>
  Object.assign(new Error(message), { rpc: { code, message, ...(data !== undefined && { data }) } })

/**
 * The name of an instruction's error, or `{ Custom: number }` for an error of the program's own.
 * @param {any} inner
 */
const instructionError = (inner) =>
  typeof inner === 'number'
    ? (INSTRUCTION_ERRORS[inner] ?? `InstructionError${inner}`)
    : { Custom: inner?.code ?? 0 }

/**
 * A transaction error as JSON-RPC spells it: a name, or an object of one name with details, such as
 * `{ InstructionError: [0, { Custom: 1 }] }`.
 * @param {any} error of the runtime
 */
export function nameOf(error) {
  if (typeof error === 'number') return TRANSACTION_ERRORS[error] ?? `TransactionError${error}`
  if (typeof error?.err === 'function')
    return { InstructionError: [error.index, instructionError(error.err())] }
  return {
    [String(error?.constructor?.name).replace('TransactionError', '')]: {
      account_index: error?.accountIndex ?? error?.index,
    },
  }
}

/**
 * The error by which a node refuses a transaction that fails in the simulation before it is sent.
 * @param {any} failed the runtime's result, with its error and its logs
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
/** The error for a transaction with a blockhash that is too old or unknown. */
export const unknownBlockhash = () =>
  rpcError(-32002, 'Transaction simulation failed: Blockhash not found', {
    err: 'BlockhashNotFound',
    logs: [],
  })
