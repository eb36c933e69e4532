// Accounts of the Solana runtime as a node's JSON-RPC shows them.
import { getBase58Decoder } from '@solana/kit'

/** @type {Readonly<Record<string, string>>} */
const tokenPrograms = {
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'spl-token',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'spl-token-2022',
}
/**
 * Sizes of a mint and of a token account. With extensions a byte after the longer of the two says
 * which it is.
 */
const sizes = { mint: 82, account: 165 }
const MINT = 1

/** @param {Uint8Array} bytes */
export const toBase58 = (bytes) => getBase58Decoder().decode(bytes)
/** @param {Uint8Array} data @param {number} at */
const u64 = (data, at) =>
  new DataView(data.buffer, data.byteOffset, data.length).getBigUint64(at, true)

/** @param {bigint} value @param {number} decimals */
const tokenAmount = (value, decimals) => ({
  amount: String(value),
  decimals,
  uiAmount: Number(value) / 10 ** decimals,
  uiAmountString: String(Number(value) / 10 ** decimals),
})

/** @param {Uint8Array} data */
const isMint = (data) => data.length === sizes.mint || data[sizes.account] === MINT

/** @param {Uint8Array} data @param {string} owner */
export const isHeldBy = (data, owner) =>
  data.length >= sizes.account && !isMint(data) && toBase58(data.subarray(32, 64)) === owner
/** @param {Uint8Array} data */
const mintOf = (data) => toBase58(data.subarray(0, 32))

/**
 * @param {{ data: Uint8Array, programAddress: string }} account
 * @param {(mint: string) => number} decimalsOf
 */
function parsed({ data, programAddress }, decimalsOf) {
  const program = tokenPrograms[programAddress]
  if (!program) return undefined
  const info = isMint(data)
    ? {
        type: 'mint',
        info: {
          supply: String(u64(data, 36)),
          decimals: data[44],
          isInitialized: true,
          mintAuthority: null,
          freezeAuthority: null,
        },
      }
    : {
        type: 'account',
        info: {
          mint: mintOf(data),
          owner: toBase58(data.subarray(32, 64)),
          state: 'initialized',
          isNative: false,
          tokenAmount: tokenAmount(u64(data, 64), decimalsOf(mintOf(data))),
        },
      }
  return { program, space: data.length, parsed: info }
}

/**
 * @param {any} account
 * @param {string | undefined} encoding
 * @param {(mint: string) => number} decimalsOf
 */
export function showAccount(account, encoding, decimalsOf) {
  const { data, programAddress: owner, executable, lamports } = account
  const shown = (encoding === 'jsonParsed' && parsed(account, decimalsOf)) || [
    Buffer.from(data).toString('base64'),
    'base64',
  ]
  return {
    lamports: Number(lamports),
    owner,
    executable,
    rentEpoch: 0,
    space: data.length,
    data: shown,
  }
}
