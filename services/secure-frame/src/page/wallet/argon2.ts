/** A module of its own, so that the page gets Argon2 alone of the library. */
export { argon2id } from 'hash-wasm'
