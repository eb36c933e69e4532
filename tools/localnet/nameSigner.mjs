// The key that signs answers about names of the local world. It belongs to everybody.
import { accounts } from './src/accounts.mjs'

export const SIGNER = accounts[8]
