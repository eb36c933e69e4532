/** Unrecognized chain (EIP-3326): the wallet may know it once it is added. */
export const UNKNOWN_CHAIN = 4902
/** Method not found (JSON-RPC): wallets also say so that they do not support a method. */
export const METHOD_NOT_FOUND = -32601
/** Default error of some wallets, also for a chain that they do not know. */
export const DEFAULT_ERROR = 5000
/** JSON-RPC's internal error, with or without its sign: some wallets mean an unknown chain. */
export const INVALID_CHAIN_ID = 32603
