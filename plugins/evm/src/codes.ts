/** Unrecognized chain (EIP-3326): leads to adding the chain. */
export const UNKNOWN_CHAIN = 4902
/** Method not found (JSON-RPC): so wallets say too that they do not support it. */
export const METHOD_NOT_FOUND = -32601
/** Default error of some wallets: adding the chain is worth a try. */
export const DEFAULT_ERROR = 5000
/** Invalid chain id; wallets send it with or without its sign (JSON-RPC internal error). */
export const INVALID_CHAIN_ID = 32603
