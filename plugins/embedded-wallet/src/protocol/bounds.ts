/** The version of the messages, the `version` of the frame's address. */
export const PROTOCOL_VERSION = 4

/** The longest JSON text of a request's parameters or of its result, in UTF-16 code units. */
export const MAX_RPC_LENGTH = 1_048_576
/** Levels of objects and lists in parameters and results. */
export const MAX_RPC_DEPTH = 64
/** The longest text of an error, in UTF-16 code units. */
export const MAX_MESSAGE_LENGTH = 1_000
/** The longest id of a request. */
export const MAX_ID_LENGTH = 64
/** The longest signature, in hex characters: one of ERC-6492 holds the calls that deploy its account. */
export const MAX_SIGNATURE_LENGTH = 65_536
/** Requests that wait for the visitor at once. The frame refuses those beyond. */
export const MAX_QUEUED_REQUESTS = 20
